import type { AiDecision, AiDraft, CheckFinding, RelationId } from '@ruwu/contract'
import { CHECK_LABELS, HANDOFF_REASON_TEXTS, aiFieldLabel } from '@ruwu/domain'
import {
  ContactRound,
  Info,
  MessageSquareOff,
  PhoneCall,
  ShieldAlert,
  Tag,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useCustomerFields } from '../../customer-setting/index.ts'
import { useMaterialChoices } from '../../material/index.ts'
import { useTags } from '../../tag/index.ts'
import { texts } from '../texts.ts'
import styles from './decision-lines.module.css'

type DecisionLinesProps = {
  decision: AiDecision
  findings: CheckFinding[]
  config: AiDraft
  relationId: RelationId
}

/** Actions of the decision besides the reply. */
export function DecisionLines({ decision, findings, config, relationId }: DecisionLinesProps) {
  const lines = [
    ...actionLines(decision, config, relationId),
    ...findings.map(({ kind, text }) => (
      <Line key={`${kind}-${text}`} icon={ShieldAlert}>
        {texts.held} <b>{CHECK_LABELS[kind]}</b>
        {text && `「${text}」`}
      </Line>
    )),
  ]
  return lines.length > 0 ? <div className={styles.lines}>{lines}</div> : null
}

function actionLines(decision: AiDecision, config: AiDraft, relationId: RelationId): ReactNode[] {
  switch (decision.kind) {
    case 'handoff':
      return [
        <Line key="handoff" icon={UserRound}>
          {texts.handoff} <b>{HANDOFF_REASON_TEXTS[decision.reason]}</b>
          {decision.detail}
        </Line>,
      ]
    case 'silent':
      return [
        <Line key="silent" icon={MessageSquareOff}>
          {texts.silent} {decision.detail}
        </Line>,
      ]
    case 'answer':
      return [
        decision.isMiss && (
          <Line key="miss" icon={Info}>
            {texts.miss}
          </Line>
        ),
        decision.isChoice && (
          <Line key="choice" icon={Info}>
            {texts.choice}
          </Line>
        ),
        decision.ask !== null && <AskLine key="ask" field={decision.ask} config={config} />,
        decision.materialId !== null && <CardLine key="card" id={decision.materialId} relationId={relationId} />,
        decision.tagIds.length > 0 && <TagLine key="tags" ids={decision.tagIds} />,
      ].filter(Boolean)
  }
}

function AskLine({ field, config }: { field: string; config: AiDraft }) {
  const { data: fields = [] } = useCustomerFields()
  const isMust = config.goal.fields.find(({ key }) => key === field)?.isMust ?? false
  const names = Object.fromEntries(fields.map(({ id, name }) => [id, name]))
  return (
    <Line icon={PhoneCall}>
      {texts.ask} <b>{aiFieldLabel(field, names)}</b>（{isMust ? texts.askMust : texts.askOptional}）
    </Line>
  )
}

function CardLine({ id, relationId }: { id: string; relationId: RelationId }) {
  const { data: cards } = useMaterialChoices(relationId)
  if (!cards) return null
  return (
    <Line icon={ContactRound}>
      {texts.sendCard} <b>{cards.find((it) => it.id === id)?.name ?? texts.goneCard}</b>
    </Line>
  )
}

function TagLine({ ids }: { ids: readonly string[] }) {
  const { data: tags } = useTags()
  if (!tags) return null
  const names = ids.map((id) => tags.find((it) => it.id === id)?.name ?? texts.goneTag)
  return (
    <Line icon={Tag}>
      {texts.addTags} <b>{names.join('、')}</b>
    </Line>
  )
}

const Line = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <p>
    <Icon size={15} aria-hidden="true" />
    <span>{children}</span>
  </p>
)
