import type { Engine, EngineInput, EngineResult } from '../../engine/index.ts'

export class ThoughtTooLongError extends Error {
  override name = 'ThoughtTooLongError'
  constructor() {
    super('回答超时')
  }
}

/** Lets the engine decide, for no longer than it may take. Whoever breaks it off has said why by the signal's reason. */
export async function think(engine: Engine, input: EngineInput, limitMs: number): Promise<EngineResult> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new ThoughtTooLongError()), limitMs)
  const signal = AbortSignal.any([input.signal, limit.signal])
  try {
    // An engine that does not listen is left alone with its thoughts.
    return await Promise.race([engine.decide({ ...input, signal }), whenAborted(signal)])
  } finally {
    clearTimeout(timer)
  }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
