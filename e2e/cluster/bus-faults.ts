import { Redis } from 'ioredis'

const CHANNELS = 'ruwu:bus*'

/** Every message comes twice until the answer is called. */
export async function doubleMessages(url: string): Promise<() => Promise<void>> {
  const [subscriber, publisher] = [new Redis(url), new Redis(url)]
  const own = new Set<string>()
  subscriber.on('pmessage', (_pattern, channel: string, message: string) => {
    const key = `${channel} ${message}`
    if (own.delete(key)) return
    own.add(key)
    void publisher.publish(channel, message)
  })
  await subscriber.psubscribe(CHANNELS)
  return async () => {
    await subscriber.quit()
    await publisher.quit()
  }
}

/** The connections that messages come by are closed every so often, each time with what is on its way, until the answer is called. */
export function loseMessages(url: string, everyMs: number): () => Promise<void> {
  const redis = new Redis(url)
  const timer = setInterval(() => void redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub').catch(() => {}), everyMs)
  return async () => {
    clearInterval(timer)
    await redis.quit()
  }
}
