import {
  type AutomationRule,
  automationRuleApi,
  RULE_EVENTS,
  RULE_LIMITS,
  type RuleEventType,
  TIMED_EVENTS,
} from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter, minutesText, NO_PERMISSION_TEXTS, RULE_EVENT_LABELS } from '@ruwu/domain'
import { Button, Empty, ErrorBlock, InfoNote, PageHead, Panel, SkeletonRows, toast } from '@ruwu/ui'
import { Input, InputNumber, Radio, Select } from 'antd'
import { Lock } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { EditableFields } from '../../form/editable-fields.tsx'
import { Field, FieldGroup, FieldStack } from '../../form/field.tsx'
import { SaveButton } from '../../form/save-button.tsx'
import { texts as formTexts } from '../../form/texts.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { useTemplates } from '../automation-template/index.ts'
import { AccountScopeField } from '../channel/index.ts'
import { useCan } from '../permission/index.ts'
import { useSaveRule } from './automation-rule.mutations.ts'
import { useRules } from './automation-rule.queries.ts'
import { ActionEditor } from './components/action-editor.tsx'
import { optionsOf } from './components/choices.ts'
import { ConditionEditor } from './components/condition-editor.tsx'
import { TrySheet } from './components/try-sheet.tsx'
import {
  blankDraft,
  checkDraft,
  conditionProblems,
  copyOf,
  draftOf,
  isSameDraft,
  type RuleDraft,
  templateDraft,
} from './rule-draft.ts'
import { RULES_PATH } from './rule-url.ts'
import { texts } from './texts.ts'
import styles from './rule-detail-page.module.css'

/** The editor of one rule: `id`, a `copy` of one, or a new one from a `template`. Who may not edit reads one by its `id`. */
export function RuleDetailPage() {
  const [search] = useSearchParams()
  const canEdit = useCan('automation:edit')
  const list = useRules()
  const templates = useTemplates({ enabled: search.has('template') })
  const { data: rules } = list
  const { error, refetch } = list.error ? list : templates
  const id = search.get('id')
  const rule = rules?.find((it) => it.id === id)
  const origin = rules?.find((it) => it.id === search.get('copy'))
  const template = templates.data?.rules.find((it) => it.id === search.get('template'))
  const isWaiting = search.has('template') && !templates.data
  const isGone = rules !== undefined && id !== null && !rule
  return (
    <>
      <PageHead
        title={!id ? texts.createTitle : canEdit ? texts.editTitle : texts.showTitle}
        start={<BackLink to={RULES_PATH} label={texts.back} />}
      />
      <div className={styles.page}>
        {!canEdit && !id ? (
          <Panel>
            <Empty icon={Lock} text={NO_PERMISSION_TEXTS.feature} />
          </Panel>
        ) : rules && !isGone && !isWaiting ? (
          <RuleForm
            key={search.toString()}
            rule={rule}
            begin={origin ? copyOf(origin) : templateDraft(template)}
            canEdit={canEdit}
          />
        ) : (
          <Panel>
            {isGone ? (
              <ErrorBlock message={texts.gone} onRetry={list.refetch} />
            ) : error ? (
              <ErrorBlock message={messageOf(error)} onRetry={refetch} />
            ) : (
              <SkeletonRows rows={10} disc={false} />
            )}
          </Panel>
        )}
      </div>
    </>
  )
}

const fieldId = (path: string) => `rule-${path}`
const isTimed = (type: RuleEventType) => (TIMED_EVENTS as readonly RuleEventType[]).includes(type)
const events = optionsOf(RULE_EVENT_LABELS, [...RULE_EVENTS])
const modes = [
  { value: false, label: texts.modes.all },
  { value: true, label: texts.modes.stop },
]
const DEFAULT_MINUTES = 5

type RuleFormProps = { rule: AutomationRule | undefined; begin: RuleDraft; canEdit: boolean }

function RuleForm({ rule, begin, canEdit }: RuleFormProps) {
  const navigate = useNavigate()
  const save = useSaveRule()
  /** Which button saves: with what status. */
  const wanted = useRef<RuleDraft['status']>('draft')
  /** Of the first Webhook action; the list shows it once. */
  const secret = useRef<string>(undefined)
  const [blank] = useState(() => (rule ? blankDraft() : begin))
  /** No account means all of them, so that 指定 with none chosen yet is told apart here. */
  const [hasScope, setHasScope] = useState((rule ?? begin).accountIds.length > 0)
  const [isTrying, setIsTrying] = useState(false)
  const form = useDraftForm<AutomationRule, RuleDraft>({
    kept: rule,
    draftOf,
    blank,
    isSame: isSameDraft,
    tidy: (draft) => ({ ...draft, status: wanted.current }),
    check: (draft) => ({
      ...(hasScope && draft.accountIds.length === 0 && { accountIds: texts.accountsNone }),
      ...checkDraft(draft),
    }),
    save: async (draft, base) => {
      const saved = await save.mutateAsync({ base, draft })
      secret.current = saved.secret
    },
    isSaving: save.isPending,
    readLatest: async ({ id }) => (await call(automationRuleApi.list)).find((it) => it.id === id),
    fieldId,
    // Replaced: the browser's Back must not open the form again, empty.
    onClose: () => void navigate(RULES_PATH, { replace: true, state: { secret: secret.current } }),
  })
  const { draft, errors, change, close, isSaving } = form
  const submit = (status: RuleDraft['status']) => {
    wanted.current = status
    void form.submit()
  }
  /** Of what is written, saved or not. */
  const tryOut = () => {
    const problem = Object.values(conditionProblems(draft))[0]
    if (problem) toast.error(problem)
    else setIsTrying(true)
  }
  const isOn = rule?.status === 'on'
  const isDraft = !rule || rule.status === 'draft'
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit('on')
        }}
      >
        {!canEdit && <InfoNote>{formTexts.readOnly}</InfoNote>}
        <EditableFields canEdit={canEdit}>
          <Panel title={texts.basic}>
            <div className={styles.body}>
              <FieldStack>
                <Field id={fieldId('name')} label={texts.ruleName} required error={errors.name}>
                  {(control) => (
                    <Input
                      {...control}
                      placeholder={INPUT_PLACEHOLDER}
                      value={draft.name}
                      suffix={lengthCounter(draft.name, RULE_LIMITS.name) ?? <span />}
                      onChange={(event) => change({ name: event.target.value })}
                    />
                  )}
                </Field>
                <AccountScopeField
                  id={fieldId('accountIds')}
                  label={texts.accounts}
                  value={hasScope ? draft.accountIds : null}
                  {...(errors.accountIds && { error: errors.accountIds })}
                  hint={hasScope ? texts.accountsHint : undefined}
                  onChange={(scope) => {
                    setHasScope(scope !== null)
                    change({ accountIds: [...(scope ?? [])] })
                  }}
                />
                <FieldGroup label={texts.mode} hint={texts.modeHint}>
                  <Radio.Group
                    options={modes}
                    value={draft.stopOnMatch}
                    onChange={(event) => change({ stopOnMatch: event.target.value as boolean })}
                  />
                </FieldGroup>
                <Field
                  id={fieldId('intervalMinutes')}
                  label={texts.interval}
                  hint={
                    draft.intervalMinutes > 0
                      ? texts.intervalHint(minutesText(draft.intervalMinutes))
                      : texts.intervalNone
                  }
                  error={errors.intervalMinutes}
                >
                  {(control) => (
                    <InputNumber
                      {...control}
                      min={0}
                      max={RULE_LIMITS.interval}
                      precision={0}
                      suffix={texts.minutesUnit}
                      value={draft.intervalMinutes}
                      onChange={(intervalMinutes) => change({ intervalMinutes: intervalMinutes ?? 0 })}
                    />
                  )}
                </Field>
              </FieldStack>
            </div>
          </Panel>
          <Part word={texts.when} note={texts.whenNote}>
            <div className={styles.event}>
              <Select<RuleEventType>
                id={fieldId('event.type')}
                aria-label={texts.event}
                className={styles.type}
                options={events}
                value={draft.event.type}
                onChange={(type) => change({ event: isTimed(type) ? { type, minutes: DEFAULT_MINUTES } : { type } })}
              />
              {isTimed(draft.event.type) && (
                <Field id={fieldId('event.minutes')} label={texts.minutes} error={errors['event.minutes']}>
                  {(control) => (
                    <InputNumber
                      {...control}
                      min={1}
                      max={RULE_LIMITS.minutes}
                      precision={0}
                      suffix={texts.minutesUnit}
                      value={draft.event.minutes}
                      onChange={(minutes) => change({ event: { ...draft.event, minutes: minutes ?? 1 } })}
                    />
                  )}
                </Field>
              )}
            </div>
          </Part>
          <Part word={texts.if} note={texts.ifNote}>
            <ConditionEditor
              path="conditions"
              group={draft.conditions}
              errors={errors}
              fieldId={fieldId}
              onChange={(conditions) => change({ conditions })}
            />
          </Part>
          <Part word={texts.act} note={texts.actNote}>
            <ActionEditor
              actions={draft.actions}
              errors={errors}
              fieldId={fieldId}
              onChange={(actions) => change({ actions })}
            />
          </Part>
        </EditableFields>
        {canEdit && (
          <footer className={styles.foot}>
            <Button className={styles.try} onClick={tryOut}>
              {texts.tryOut}
            </Button>
            <Button onClick={close}>{texts.cancel}</Button>
            {/* Of two, the save key presses the one that switches nothing on. */}
            {isOn ? (
              <SaveButton type="submit" busy={isSaving} />
            ) : (
              <>
                <SaveButton variant="default" busy={isSaving} onClick={() => submit(isDraft ? 'draft' : 'off')}>
                  {isDraft ? texts.saveDraft : texts.save}
                </SaveButton>
                <Button type="submit" variant="primary" busy={isSaving}>
                  {texts.saveOn}
                </Button>
              </>
            )}
          </footer>
        )}
      </form>
      {isTrying && <TrySheet rule={draft} onClose={() => setIsTrying(false)} />}
    </>
  )
}

const Part = ({ word, note, children }: { word: string; note: string; children: ReactNode }) => (
  <Panel label={word} className={styles.part}>
    <header>
      <b>{word}</b>
      <span>{note}</span>
    </header>
    {children}
  </Panel>
)
