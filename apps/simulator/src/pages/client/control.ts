import type { ControlError } from '../../views.ts'
import type { ControlCall } from '../view/calls.ts'
import { say } from './toast.ts'

const LOST = '模拟平台没有应答，请确认它仍在运行'

const messageOf = (body: unknown): string => (body as Partial<ControlError> | null)?.error?.message ?? LOST

/** Asks something of the simulator. A refusal is shown to the person; the answer is then undefined. */
export async function ask<Answer>(to: string, body: unknown): Promise<Answer | undefined> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return answerOf<Answer>(to, request)
}

export async function sendPicture(file: File): Promise<{ url: string } | undefined> {
  return answerOf('/control/picture', { method: 'POST', headers: { 'content-type': file.type }, body: file })
}

async function answerOf<Answer>(to: string, request: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(to, request)
    const body: unknown = await response.json()
    if (response.ok) return body as Answer
    say(messageOf(body))
  } catch {
    say(LOST)
  }
  return undefined
}

function openPage(path: string, where: 'here' | 'aside'): void {
  if (where === 'here' || !window.open(path)) location.assign(path)
}

/** What a button asks for, from the question before it to the page that opens after it. */
export async function perform(
  call: ControlCall,
  confirm: (question: NonNullable<ControlCall['confirm']>) => Promise<boolean>,
) {
  if (call.confirm && !(await confirm(call.confirm))) return
  const answer = await ask<{ phonePath?: string }>(call.to, call.body)
  if (call.open && answer?.phonePath) openPage(answer.phonePath, call.open)
}
