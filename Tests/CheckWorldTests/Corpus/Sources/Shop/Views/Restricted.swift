// swift-format-ignore-file
import protocol World.ChatWorld
import World

var Current: some ChatWorld { World.current }  // expect: none
