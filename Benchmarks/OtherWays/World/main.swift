print(DeliveryBuilder.build(order: 1).text)
