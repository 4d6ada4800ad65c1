import type { Engine, EngineInput, EngineResult } from '../../engine/index.ts'

export class DecisionTimeoutError extends Error {
  override name = 'DecisionTimeoutError'
  constructor() {
    super('回答超时')
  }
}

/** Runs the engine with a time limit. On abort it rejects with the reason of the caller's signal, on timeout with DecisionTimeoutError. */
export async function decideWithTimeout(engine: Engine, input: EngineInput, limitMs: number): Promise<EngineResult> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DecisionTimeoutError()), limitMs)
  const signal = AbortSignal.any([input.signal, limit.signal])
  try {
    // Raced against the signal, because an engine may ignore it; its late result is discarded.
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
