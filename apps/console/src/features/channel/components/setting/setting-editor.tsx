import type { AccountDetail, ChannelSetting } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, InfoNote, SideSheet } from '@ruwu/ui'
import { History } from 'lucide-react'
import { useState } from 'react'
import { SaveBar } from '../../../../form/save-bar.tsx'
import { texts as formTexts } from '../../../../form/texts.ts'
import { useLeaveGuard } from '../../../../form/use-leave-guard.ts'
import { useAgents } from '../../../agent/index.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { useCan } from '../../../role/index.ts'
import { withFollowed } from '../../setting-draft.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { texts as channelTexts } from '../../texts.ts'
import { useSettingForm } from '../../use-setting-form.ts'
import { HistoryBody } from '../account-history.tsx'
import { BasicSection } from './basic-section.tsx'
import { GuardSection } from './guard-section.tsx'
import { NoticeSection } from './notice-section.tsx'
import { ReceptionSection } from './reception-section.tsx'
import styles from './setting-editor.module.css'
import type { SectionProps } from './setting-section.tsx'
import { WelcomeSection } from './welcome-section.tsx'

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
        <ul>
          {sections.map((it) => (
            <li key={it}>
              <a href={`#setting-${it}`}>{texts.sections[it]}</a>
            </li>
          ))}
        </ul>
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
          <div className={styles.save}>
            <SaveBar
              isDirty
              isSaving={form.isSaving}
              changes={form.changes}
              onCancel={form.reset}
              onSave={() => void form.submit()}
            />
          </div>
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

function LastChange({ setting: { updatedBy, updatedAt } }: { setting: ChannelSetting }) {
  const timeZone = useTimeZone()
  const { data: agents } = useAgents()
  if (!updatedBy) return null
  const name = agents?.find((it) => it.id === updatedBy)?.name ?? channelTexts.formerAgent
  return <p className={styles.last}>{texts.updated(name, formatDateTime(updatedAt, timeZone))}</p>
}
