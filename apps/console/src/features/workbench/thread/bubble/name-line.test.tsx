import { CustomerDetail, CustomerMessage } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { LogContext, type LogContextValue } from '../message-log/log-context.ts'
import { lineOfMessage } from './message-line.ts'
import { NameLine } from './name-line.tsx'

const message = sample(CustomerMessage, { senderKind: 'ai', createdAt: '2026-03-16T02:05:00.000Z' })

/** What the line above an answer of the AI says, part by part. */
function partsFor(aiName: string) {
  const customer = sample(CustomerDetail, { aiName })
  const context = { customer, meId: me.id, agents: new Map(), timeZone: 'Asia/Shanghai' } as unknown as LogContextValue
  renderConsole(
    <LogContext value={context}>
      <NameLine line={lineOfMessage(message, me.id, context.agents)} isHovered={false} />
    </LogContext>,
  )
  return [...document.querySelector('header')!.children].map((part) => part.textContent)
}

test.each([
  ['小杉', ['AI', '小杉', '10:05']],
  // Its name says already that it is the AI.
  ['AI 助手', ['AI 助手', '10:05']],
  ['', ['AI', '10:05']],
])('above an answer stand the mark AI and the name that the enterprise gave it: 「%s」', (aiName, parts) => {
  expect(partsFor(aiName)).toEqual(parts)
})
