import type { AiAgentDetail } from '@ruwu/contract'
import { hitScore } from '@ruwu/domain'
import { InfoNote, LoadingText, Panel, TabNav } from '@ruwu/ui'
import { ConfigProvider } from 'antd'
import { lazy, Suspense, type ComponentType } from 'react'
import { Link } from 'react-router'
import { SaveBar } from '../../../form/save-bar.tsx'
import { texts as formTexts } from '../../../form/texts.ts'
import type { DraftPart } from '../agent-draft.ts'
import { AGENT_TABS, searchOfTab, useAgentUrl, type AgentTab } from '../agent-url.ts'
import { useKnowledgeCount } from '../ai-agent.queries.ts'
import { texts } from '../texts.ts'
import type { AgentForm } from '../use-agent-form.ts'
import { AdvancedTab } from './advanced-tab.tsx'
import styles from './config-panel.module.css'
import { EffectTab } from './effect-tab.tsx'
import { GoalTab } from './goal-tab.tsx'
import { HandoffTab } from './handoff-tab.tsx'
import { RoleTab } from './role-tab.tsx'
import { ScriptTab } from './script-tab.tsx'
import { VersionTab } from './version-tab.tsx'

const KnowledgeTab = lazy(async () => ({ default: (await import('../../knowledge/index.ts')).KnowledgeTab }))

export type PartProps = { agent: AiAgentDetail; form: AgentForm; canEdit: boolean }

const parts: Record<DraftPart, ComponentType<PartProps>> = {
  role: RoleTab,
  goal: GoalTab,
  script: ScriptTab,
  handoff: HandoffTab,
  advanced: AdvancedTab,
}

/** The configuration, tab by tab. All tabs share one draft, so switching tabs keeps what was typed. */
export function ConfigPanel(props: PartProps) {
  const { agent, form, canEdit } = props
  const { tab } = useAgentUrl()
  const { inheritedFrom } = agent
  return (
    <Panel className={styles.panel} label={texts.configuration}>
      <div className={styles.tabs}>
        <TabNav label={texts.tabsLabel}>
          {AGENT_TABS.map((it) => (
            <li key={it}>
              <Link
                ref={it === tab ? showTab : undefined}
                to={{ search: searchOfTab(it) }}
                aria-current={it === tab ? 'page' : undefined}
              >
                {texts.tabs[it]}
                {it === 'knowledge' && <KnowledgeCount agent={agent} />}
                {hasError(form, it) && (
                  <span className={styles.bad} title={texts.hasErrors}>
                    <span className="sr-only">{texts.hasErrors}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </TabNav>
      </div>
      {/* Read-only it has nothing else that takes the focus, by which the keyboard scrolls it. */}
      <div className={styles.body} {...(!canEdit && { role: 'region', 'aria-label': texts.tabs[tab], tabIndex: 0 })}>
        {inheritedFrom && (
          <InfoNote className={styles.note}>{texts.inherited(inheritedFrom.name, inheritedFrom.version)}</InfoNote>
        )}
        {!canEdit && <InfoNote className={styles.note}>{formTexts.readOnly}</InfoNote>}
        <Tab {...props} tab={tab} />
      </div>
      {form.isDirty && canEdit && (
        <SaveBar
          isDirty
          isSaving={form.isSaving}
          changes={form.changes.length > 0 ? form.changes : undefined}
          onCancel={form.reset}
          onSave={() => void form.submit()}
        />
      )}
    </Panel>
  )
}

function Tab({ tab, ...props }: PartProps & { tab: AgentTab }) {
  const { agent, canEdit } = props
  if (tab === 'knowledge')
    return (
      <Suspense fallback={<LoadingText />}>
        <KnowledgeTab relationId={agent.relationId} canEdit={canEdit} threshold={hitScore(agent.draft)} />
      </Suspense>
    )
  if (tab === 'version') return <VersionTab agent={agent} canEdit={canEdit} />
  if (tab === 'effect') return <EffectTab relationId={agent.relationId} />
  const Part = parts[tab]
  return (
    // Without the permission the form is read-only.
    <fieldset className={styles.form} disabled={!canEdit}>
      <ConfigProvider componentDisabled={!canEdit}>
        <Part {...props} />
      </ConfigProvider>
    </fieldset>
  )
}

function KnowledgeCount({ agent: { relationId } }: { agent: AiAgentDetail }) {
  const { data } = useKnowledgeCount(relationId)
  return data && data.inUse > 0 && <small>{data.inUse}</small>
}

/** On narrow screens scrolls the current tab into view. */
const showTab = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

const hasError = ({ errors }: AgentForm, tab: AgentTab) =>
  Object.keys(errors).some((path) => path.startsWith(`${tab}.`))
