import { fetchBaseline } from '../../realtime/baseline.ts'
import { readSession } from '../../session/session.ts'

export type ChannelAuthData = { baseline: number | null }

/** Open without sign-in; signed-in agents also get realtime events of a colleague binding an account. */
export async function channelAuthLoader(): Promise<ChannelAuthData> {
  return { baseline: readSession() ? await fetchBaseline() : null }
}
