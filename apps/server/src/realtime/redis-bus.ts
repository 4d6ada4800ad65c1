import { Redis } from 'ioredis'
import { type Bus, type BusMessage, memoryBus } from './bus.ts'

const CHANNEL = 'ruwu:bus'

/** Redis or Valkey pub/sub. Events lost while disconnected are found by the event stream's poll of the log. */
export function redisBus(url: string, onError: (error: Error) => void): Bus {
  const local = memoryBus()
  const publisher = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const subscriber = new Redis(url, { maxRetriesPerRequest: null })
  publisher.on('error', onError)
  subscriber.on('error', onError)
  subscriber.on('message', (_channel, text) => local.publish(JSON.parse(text) as BusMessage))
  void subscriber.subscribe(CHANNEL).catch(onError)

  return {
    isOrdered: false,
    publish: (message) => {
      publisher.publish(CHANNEL, JSON.stringify(message)).catch((error: Error) => {
        onError(error)
        // Consoles of this node must not wait for the connection.
        local.publish(message)
      })
    },
    subscribe: local.subscribe,
    ping: async () => {
      await publisher.ping()
    },
    close: async () => {
      publisher.disconnect()
      subscriber.disconnect()
      await local.close()
    },
  }
}
