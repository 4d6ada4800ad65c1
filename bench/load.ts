import { Agent, request } from 'node:http'

export type LoadResult = { perSecond: number; done: number; failed: number; latencies: number[] }

/** `callers` loops post to the same address for a while, each waiting for its answer before the next. */
export async function load(options: {
  url: string
  callers: number
  ms: number
  headers?: (caller: number, n: number) => Record<string, string>
  body(caller: number, n: number): string
  /** Pause of each caller after an answer, to run below the limit. */
  pauseMs?: number
}): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.callers })
  const latencies: number[] = []
  let [done, failed] = [0, 0]
  const began = performance.now()
  const end = began + options.ms

  const loop = async (caller: number) => {
    for (let n = 0; performance.now() < end; n += 1) {
      const start = performance.now()
      const status = await post(agent, options.url, options.body(caller, n), options.headers?.(caller, n) ?? {})
      latencies.push(performance.now() - start)
      if (status === 200) done += 1
      else failed += 1
      if (options.pauseMs) await new Promise((resolve) => setTimeout(resolve, options.pauseMs))
    }
  }
  await Promise.all(Array.from({ length: options.callers }, (_, caller) => loop(caller)))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { perSecond: done / seconds, done, failed, latencies: latencies.toSorted((a, b) => a - b) }
}

function post(agent: Agent, url: string, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
