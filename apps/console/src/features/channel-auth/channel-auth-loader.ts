import { fetchBaseline } from '../../realtime/baseline.ts'
import { readSession } from '../../session/session.ts'

export type ChannelAuthData = { baseline: number | null }

/** Open to everybody; whoever is signed in also hears when a colleague has bound an account. */
export async function channelAuthLoader(): Promise<ChannelAuthData> {
  return { baseline: readSession() ? await fetchBaseline() : null }
}
