import { AiDraft } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_AI_DRAFT } from './ai-labels.ts'
import { draftProblems } from './draft-problems.ts'

const draft = (change: { script?: object; handoff?: object }) => AiDraft.parse(change)

test('as it is shipped, nothing is wrong with it', () => {
  expect(draftProblems(DEFAULT_AI_DRAFT)).toEqual({})
})

test.each([
  [
    'a line that must be said but may not',
    { script: { mustSay: ['欢迎光临', '全网最低价'], forbidden: ['最低价'] } },
    { 'script.mustSay.1': '必须说的话里有禁止说的「最低价」' },
  ],
  [
    'a hand-over sentence that may not be said',
    { script: { forbidden: ['人工'] } },
    { 'handoff.text': '转人工话术里有禁止说的「人工」' },
  ],
  ['no hand-over sentence', { handoff: { text: '' } }, { 'handoff.text': '请输入转人工话术' }],
  [
    'keywords without a word',
    { handoff: { keywords: { enabled: true, words: [] } } },
    { 'handoff.keywords': '请输入关键词' },
  ],
  [
    'rules without a sentence',
    { handoff: { rules: { enabled: true, sentences: [] } } },
    { 'handoff.rules': '请输入规则描述' },
  ],
])('%s is told', (_, change, problems) => {
  expect(draftProblems(draft(change))).toEqual(problems)
})

test('what is switched off may be empty', () => {
  const off = draft({ handoff: { keywords: { enabled: false, words: [] }, rules: { enabled: false, sentences: [] } } })

  expect(draftProblems(off)).toEqual({})
})
