import type { Agent } from '@ruwu/contract'
import { Avatar } from '@ruwu/ui'
import { Choice, choiceId, ChoiceList } from '../../../../list/choice-list.tsx'
import { texts } from '../texts.ts'
import styles from './mention-list.module.css'

type MentionListProps = {
  id: string
  agents: readonly Agent[]
  index: number
  onHover: (index: number) => void
  onPick: (agent: Agent) => void
}

/** Agents that can be mentioned in a note. */
export function MentionList({ id, agents, index, onHover, onPick }: MentionListProps) {
  return (
    <ChoiceList id={id} className={styles.list} label={texts.mentions}>
      {agents.map((agent, at) => (
        <Choice
          key={agent.id}
          id={choiceId(id, at)}
          className={styles.row}
          isMarked={at === index}
          onHover={() => onHover(at)}
          onPick={() => onPick(agent)}
        >
          <Avatar name={agent.name} src={agent.avatar} size={24} />
          <span className="cut">{agent.name}</span>
          <small>{agent.roleName}</small>
        </Choice>
      ))}
    </ChoiceList>
  )
}
