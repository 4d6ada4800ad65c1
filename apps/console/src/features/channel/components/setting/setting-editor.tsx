import type { AccountDetail, ChannelSetting } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, InfoNote, SideSheet } from '@ruwu/ui'
import { InputNumber } from 'antd'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Field, FieldGroup } from '../../../../form/field.tsx'
import { SaveBar } from '../../../../form/save-bar.tsx'
import { texts as formTexts } from '../../../../form/texts.ts'
import { useLeaveGuard } from '../../../../form/use-leave-guard.ts'
import { useAgents, AgentSelect } from '../../../agent/index.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { useCan } from '../../../permission/index.ts'
import { withFollowed } from '../../setting-draft.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { texts as channelTexts } from '../../texts.ts'
import { useSettingForm, fieldId } from '../../use-setting-form.ts'
import { HistoryBody } from '../account-history.tsx'
import { PlanLink } from '../plan-link.tsx'
import { PlanSelect } from '../plan-select.tsx'
import { ReceptionSwitch } from '../reception-switch.tsx'
import { BasicSection } from './basic-section.tsx'
import { GuardSection } from './guard-section.tsx'
import { type SectionProps, SettingSection } from './setting-section.tsx'
import { WelcomeSection } from './welcome-section.tsx'
import styles from './setting-editor.module.css'

type SettingEditorProps = { account: AccountDetail; setting: ChannelSetting; main: ChannelSetting | undefined }

const sections = ['basic', 'reception', 'welcome', 'notice', 'guard'] as const

export function SettingEditor({ account, setting, main }: SettingEditorProps) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const canEdit = useCan('channelAccount:settingsEdit')
  const form = useSettingForm(setting)
  useLeaveGuard(form.isDirty && canEdit)
  const shown: SectionProps = {
    account,
    draft: withFollowed(form.draft, main),
    errors: form.errors,
    canEdit,
    canFollow: main !== undefined,
    onChange: form.change,
  }
  return (
    <div className={styles.layout}>
      <nav className={styles.nav} aria-label={texts.nav}>
        <SectionLinks />
        <Button variant="link" onClick={() => setIsHistoryOpen(true)}>
          <History size={15} aria-hidden="true" />
          {texts.history}
        </Button>
        <LastChange setting={form.base} />
      </nav>
      <div className={styles.column}>
        {!canEdit && <InfoNote>{formTexts.readOnly}</InfoNote>}
        <BasicSection {...shown} />
        <ReceptionSection {...shown} />
        <WelcomeSection {...shown} />
        <NoticeSection {...shown} />
        <GuardSection {...shown} />
        {form.isDirty && canEdit && (
          <SaveBar
            floating
            isDirty
            isSaving={form.isSaving}
            changes={form.changes}
            onCancel={form.reset}
            onSave={() => void form.submit()}
          />
        )}
      </div>
      {isHistoryOpen && (
        <SideSheet title={texts.history} width="lg" onClose={() => setIsHistoryOpen(false)}>
          <div className={styles.history}>
            <HistoryBody relationId={account.relationId} kind="setting" noneText={channelTexts.changesNone} />
          </div>
        </SideSheet>
      )}
    </div>
  )
}

/** Distance from the top of the window at which a section counts as the one being read, below the sticky header. */
const READ_AT_PX = 180

/** The sections; the one being read is marked, also while scrolling. */
function SectionLinks() {
  const [current, setCurrent] = useState<(typeof sections)[number]>(sections[0])
  useEffect(() => {
    const look = ({ target }: Event) => {
      const box = target instanceof Element ? target : document.documentElement
      if (!box.querySelector(`#setting-${sections[0]}`)) return
      const isEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 2
      setCurrent((isEnd ? sections.at(-1) : sections.findLast(isAbove)) ?? sections[0])
    }
    document.addEventListener('scroll', look, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', look, { capture: true })
  }, [])
  return (
    <ul>
      {sections.map((it) => (
        <li key={it}>
          <a
            href={`#setting-${it}`}
            aria-current={it === current ? 'location' : undefined}
            onClick={(event) => {
              // The hash is no address of a page: it stays out of the router's history.
              event.preventDefault()
              setCurrent(it)
              sectionOf(it)?.scrollIntoView()
            }}
          >
            {texts.sections[it]}
          </a>
        </li>
      ))}
    </ul>
  )
}

const sectionOf = (it: string) => document.getElementById(`setting-${it}`)
const isAbove = (it: string) => (sectionOf(it)?.getBoundingClientRect().top ?? Infinity) < READ_AT_PX

function LastChange({ setting: { updatedBy, updatedAt } }: { setting: ChannelSetting }) {
  const timeZone = useTimeZone()
  const { data: agents } = useAgents()
  if (!updatedBy) return null
  const name = agents?.find((it) => it.id === updatedBy)?.name ?? channelTexts.formerAgent
  return <p className={styles.last}>{texts.updated(name, formatDateTime(updatedAt, timeZone))}</p>
}

/** Chosen by agents who may see plans; saved with the form. */
function PlanField({ account, draft, errors, canEdit, onChange }: SectionProps) {
  const canView = useCan('automation:viewPage')
  if (!canView || !canEdit) {
    return (
      <FieldGroup label={texts.plan}>
        <PlanLink account={account} />
      </FieldGroup>
    )
  }
  return (
    <Field id={fieldId('planId')} label={texts.plan} error={errors.planId} hint={texts.planHint}>
      {(control) => (
        <PlanSelect
          {...control}
          none={account.accountType === 'KOS' ? texts.planOfMain : texts.planDefault}
          value={draft.planId}
          onChange={(planId) => onChange({ planId })}
        />
      )}
    </Field>
  )
}

/** The mode switch takes effect at once, as in the list; the agents are saved with the form. */
function ReceptionSection(props: SectionProps) {
  const { account, draft, errors, canFollow, onChange } = props
  const mode = (
    <FieldGroup label={texts.mode} hint={canFollow ? texts.modeOwn : undefined}>
      <div className={styles.mode}>
        <ReceptionSwitch account={account} />
      </div>
    </FieldGroup>
  )
  const before = (
    <>
      {mode}
      <PlanField {...props} />
    </>
  )
  return (
    <SettingSection {...props} id="reception" group="reception" before={before}>
      <Field id={fieldId('agentIds')} label={texts.agents} error={errors.agentIds} hint={texts.agentsHint}>
        {(control) => (
          <AgentSelect
            {...control}
            placeholder={texts.allAgents}
            value={draft.agentIds}
            onChange={(agentIds) => onChange({ agentIds })}
          />
        )}
      </Field>
    </SettingSection>
  )
}

const LEAST = 1
const MOST = 7

function NoticeSection(props: SectionProps) {
  const { draft, errors, onChange } = props
  return (
    <SettingSection {...props} id="notice" group="notice">
      <Field
        id={fieldId('authWarnDays')}
        label={texts.authWarnDays}
        error={errors.authWarnDays}
        hint={texts.authWarnHint}
      >
        {(control) => (
          <InputNumber
            {...control}
            min={LEAST}
            max={MOST}
            precision={0}
            suffix={texts.days}
            value={draft.authWarnDays}
            onChange={(days) => onChange({ authWarnDays: days ?? LEAST })}
          />
        )}
      </Field>
    </SettingSection>
  )
}
