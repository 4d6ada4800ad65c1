const TIMEOUT_MS = 30_000

/** Calls the simulator's control API. */
export type Control = (path: string, body: object) => Promise<unknown>

export const controlOf =
  (origin: string): Control =>
  async (path, body) => {
    const response = await fetch(`${origin}/control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new ControlError(await messageOf(response))
    return response.json()
  }

/** The simulator's refusal, in words for the person at the phone. */
export class ControlError extends Error {
  override name = 'ControlError'
}

async function messageOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
  return answer?.error?.message ?? `${response.status}`
}

/** Address of a picture or clip that the simulator has. */
export const assetOf = (origin: string) => (name: string) => `${origin}/media/asset/${name}`
