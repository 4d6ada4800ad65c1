import { AiDraft, PreviewId, RelationId, previewApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { TurnFoot } from './turn-foot.tsx'

const convId = sample(PreviewId)
const turnId = sampleId()
const end = { kind: 'done', durationMs: 1200, points: 1, generator: 'builtin' } as const
const turn = {
  key: 'turn',
  turnId,
  question: '保修几年？',
  phase: 'answering',
  pieces: [],
  texts: ['五年'],
  decision: { kind: 'answer', texts: ['五年'], ask: null, materialId: null, tagIds: [], isMiss: false },
  findings: [],
  rating: 'none',
  end,
} as const

async function open(onRate = vi.fn()) {
  const server = createFakeServer()
  server.answer(previewApi.keep, { knowledgeId: sampleId() as never })
  return openLayer(
    () => (
      <TurnFoot
        turn={{
          ...turn,
          pieces: [],
          texts: ['五年'],
          findings: [],
          decision: { ...turn.decision, texts: ['五年'], tagIds: [] },
        }}
        end={end}
        config={sample(AiDraft)}
        relationId={sample(RelationId)}
        convId={convId}
        canEdit
        canRetry
        onRate={onRate}
        onRetry={() => {}}
      />
    ),
    { server },
  )
}

testFormRules({
  open: async () => {
    const foot = await open()
    const opener = foot.button('改答案并存为知识')
    await foot.user.click(opener)
    return { ...foot, expectClosed: () => foot.expectClosed(opener) }
  },
  edit: (dialog) => dialog.fill('答案', '整机五年'),
  typed: () => [valueIn('问题'), valueIn('答案')],
  endpoint: previewApi.keep,
  sent: { body: { convId, turnId, question: '保修几年？', answer: '整机五年' } },
})

test('an answer is rated good, and the same button takes the rating back', async () => {
  const onRate = vi.fn()
  const foot = await open(onRate)

  await foot.user.click(foot.button('回答得好'))

  expect(onRate).toHaveBeenCalledExactlyOnceWith('good')
  expect(screen.getByRole('button', { name: '回答得不好' }).getAttribute('aria-pressed')).toBe('false')
})
