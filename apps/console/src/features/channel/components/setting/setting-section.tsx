import type { AccountDetail, FollowGroup } from '@ruwu/contract'
import { Panel } from '@ruwu/ui'
import { Checkbox, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { FieldRows } from '../../../../form/field.tsx'
import type { SettingDraft, SettingErrors } from '../../setting-draft.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import styles from './setting-section.module.css'

export type SectionProps = {
  account: AccountDetail
  /** Effective values: the main account's in followed groups. */
  draft: SettingDraft
  errors: SettingErrors
  canEdit: boolean
  /** Sub-accounts only. */
  canFollow: boolean
  onChange: (part: Partial<SettingDraft>) => void
}

type SettingSectionProps = Pick<SectionProps, 'draft' | 'canEdit' | 'canFollow' | 'onChange'> & {
  id: keyof typeof texts.sections
  group: FollowGroup
  /** Fields that stay editable while the group follows the main account. */
  before?: ReactNode
  children: ReactNode
}

/** One group of settings; a sub-account may follow its main account's values. */
export function SettingSection({
  id,
  group,
  before,
  draft,
  canEdit,
  canFollow,
  onChange,
  children,
}: SettingSectionProps) {
  const follows = canFollow && draft.follow[group]
  const follow = (
    <Checkbox
      disabled={!canEdit}
      checked={follows}
      onChange={(event) => onChange({ follow: { ...draft.follow, [group]: event.target.checked } })}
    >
      {texts.follow}
    </Checkbox>
  )
  return (
    <div id={`setting-${id}`} className={styles.section}>
      <Panel title={texts.sections[id]} actions={canFollow && follow}>
        <div className={styles.body}>
          <FieldRows>
            {before}
            <ConfigProvider componentDisabled={!canEdit || follows}>{children}</ConfigProvider>
          </FieldRows>
        </div>
      </Panel>
    </div>
  )
}
