import type { AgentId, EntId, PreviewFrame, PreviewId, ServerFrame } from '@ruwu/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Bus } from '../../realtime/bus.ts'

/** A frame without conversation and turn id. */
type UnaddressedFrame = PreviewFrame extends infer Frame
  ? Frame extends PreviewFrame
    ? Omit<Frame, 'convId' | 'turnId'>
    : never
  : never

export type Notify = (frame: UnaddressedFrame) => void

/** Pushes frames of one turn to the sockets of one agent. */
export function createNotifier(
  { bus, clock }: { bus: Bus; clock: Clock },
  { entId, agentId, ...turn }: { entId: EntId; agentId: AgentId; convId: PreviewId; turnId: string },
): Notify {
  return (told) => {
    const content = { type: told.type, text: JSON.stringify({ ...told, ...turn }) }
    const frame: ServerFrame = { type: told.type, createdAt: clock.now().toISOString(), content }
    bus.publish({ kind: 'push', entId, targets: [{ userId: agentId, frame }] })
  }
}
