import {
  automationApi,
  COMMENT_LIMITS,
  COMMENT_MODES,
  CommentSetting,
  type CommentCard as Card,
  type CommentVersion,
} from '@ruwu/contract'
import { POINT_PRICES } from '@ruwu/domain'
import { Input, Radio, Select, Switch } from 'antd'
import { MessageSquareQuote } from 'lucide-react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { errorBelow, problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useSaveComment } from '../automation.mutations.ts'
import { texts } from '../texts.ts'
import styles from './comment-card.module.css'
import { CardSheet } from './card-sheet.tsx'
import { Figure, MoreCard } from './more-card.tsx'

const fieldId = (name: string) => `comment-${name.split('.')[0]}`
const modeOptions = COMMENT_MODES.map((value) => ({ value, label: texts.commentModes[value] }))
const draftOf = ({ enabled, mode, keywords, reply, guide }: CommentVersion): CommentSetting => ({
  enabled,
  mode,
  keywords,
  reply,
  guide,
})

/** 意向评论: switch, counters and settings. */
export function CommentCard({ card }: { card: Card }) {
  const save = useSaveComment()
  const turn = (enabled: boolean) =>
    save.mutate({ ...draftOf(card), enabled, version: card.version }, { onError: showError })
  return (
    <MoreCard
      icon={MessageSquareQuote}
      title={texts.comment}
      hint={texts.commentHint}
      toggle={{ isOn: card.enabled, isSaving: save.isPending, turn }}
      summary={card.mode === 'ai' ? texts.judgedByAi : texts.judgedByWords(card.keywords.length)}
      figures={
        <>
          <Figure name={texts.repliedInWeek} value={card.repliedInWeek} unit={texts.times} />
          <Figure name={texts.guidedInWeek} value={card.guidedInWeek} unit={texts.times} />
        </>
      }
      action={texts.setting}
      drawer="comment"
    >
      {(close) => <CommentSheet card={card} onClose={close} />}
    </MoreCard>
  )
}

export function CommentSheet({ card, onClose }: { card: CommentVersion; onClose: () => void }) {
  const save = useSaveComment()
  const form = useDraftForm<CommentVersion, CommentSetting>({
    kept: card,
    draftOf,
    blank: draftOf(card),
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    check: (setting) => problemsOf(CommentSetting.safeParse(setting)),
    save: (setting, base = card) => save.mutateAsync({ ...setting, version: base.version }),
    isSaving: save.isPending,
    readLatest: async () => (await call(automationApi.more)).comment,
    fieldId,
    onClose,
  })
  const { draft, errors, change } = form
  const { mode, guide } = draft
  const keywordError = errorBelow(errors, 'keywords')
  return (
    <CardSheet title={texts.comment} width="lg" form={form}>
      <Field id={fieldId('enabled')} label={texts.enabled} hint={texts.commentSource}>
        {({ id }) => <Switch id={id} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />}
      </Field>
      <FieldGroup label={texts.commentMode} hint={mode === 'ai' ? texts.commentAiHint(POINT_PRICES.comment) : ''}>
        <Radio.Group options={modeOptions} value={mode} onChange={({ target }) => change({ mode: target.value })} />
      </FieldGroup>
      {mode === 'keyword' && (
        <Field
          id={fieldId('keywords')}
          label={texts.keywords}
          required
          {...(keywordError && { error: keywordError })}
          hint={texts.keywordsHint(COMMENT_LIMITS.keywords)}
        >
          {(control) => (
            <Select
              {...control}
              mode="tags"
              className={styles.wide}
              open={false}
              suffixIcon={null}
              tokenSeparators={[',', '，', '、', ' ']}
              value={draft.keywords}
              onChange={(keywords: string[]) => change({ keywords })}
            />
          )}
        </Field>
      )}
      <Field id={fieldId('reply')} label={texts.commentReply} required error={errors.reply} hint={texts.replyHint}>
        {(control) => (
          <Input.TextArea
            {...control}
            rows={2}
            maxLength={COMMENT_LIMITS.reply}
            showCount
            value={draft.reply}
            onChange={({ target }) => change({ reply: target.value })}
          />
        )}
      </Field>
      <FieldGroup label={texts.guide} hint={texts.guideHint}>
        <Switch
          aria-label={texts.guide}
          checked={guide.enabled}
          onChange={(enabled) => change({ guide: { ...guide, enabled } })}
        />
      </FieldGroup>
      {guide.enabled && (
        <Field id={fieldId('guide')} label={texts.guideText} required error={errors['guide.text']}>
          {(control) => (
            <Input.TextArea
              {...control}
              rows={3}
              maxLength={COMMENT_LIMITS.message}
              showCount
              value={guide.text}
              onChange={({ target }) => change({ guide: { ...guide, text: target.value } })}
            />
          )}
        </Field>
      )}
      <FieldGroup label={texts.commentRules}>
        <ul className={styles.rules}>
          {texts.commentRuleLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </FieldGroup>
    </CardSheet>
  )
}
