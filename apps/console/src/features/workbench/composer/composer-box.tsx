import type { Agent } from '@ruwu/contract'
import { Avatar, cx } from '@ruwu/ui'
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import { useIsPhone } from '../../../browser/media-query.ts'
import { choiceId, Choice, ChoiceList } from '../../../list/choice-list.tsx'
import { ReplyPanel } from '../../quick-reply/index.ts'
import { assistKeyOf } from './assist-keys.ts'
import { pastedImages } from './attachment/pick-images.ts'
import { changeDraft } from './draft/draft-store.ts'
import type { useHits } from './guard/use-hits.ts'
import { replaceSpan } from './insert-text.ts'
import { useMentions } from './mention/use-mentions.ts'
import { isInputMethodKey, sends, sendsAndArchives } from './send-key.ts'
import { useSendSetting } from './send-setting.ts'
import { useSlash } from './slash/use-slash.ts'
import { TextBox } from './text-box.tsx'
import { texts } from './texts.ts'
import type { ComposerState } from './use-composer.ts'
import styles from './composer-box.module.css'

type ComposerBoxProps = {
  composer: ComposerState
  hits: ReturnType<typeof useHits>['hits']
  describedBy: string | undefined
  onPasteImages: (files: File[]) => void
}

/** The text box with the two option lists controlled by its keys. */
export function ComposerBox({ composer, hits, describedBy, onPasteImages }: ComposerBoxProps) {
  const { customer, draft, box, isNote, tooLong, type, send, sendAndArchive, takeReply } = composer
  const { suggestion, takeSuggestion, help, rewrite } = composer
  const { sendKey } = useSendSetting()
  const isPhone = useIsPhone()
  const listId = useId()
  const { ref, value: text, caret, select, edit } = box
  const slash = useSlash({
    isOn: !isNote,
    source: customer.source,
    text,
    caret,
    onPick: (reply, query, isSentAtOnce) => takeReply(reply, isSentAtOnce, query),
  })
  const mentions = useMentions({
    customerId: customer.customerId,
    isOn: isNote,
    text,
    caret,
    onPick: ({ id, name }, query) => {
      edit(replaceSpan(text, query, `@${name} `))
      changeDraft(customer.customerId, { mentions: [...draft.mentions.filter((it) => it.id !== id), { id, name }] })
    },
  })
  const isListOpen = slash.isOpen || mentions.isOpen
  const active = choiceId(listId, slash.isOpen ? slash.index : mentions.index)

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isInputMethodKey(event.nativeEvent)) return
    if (slash.onKey(event) || mentions.onKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (help && rewrite.shown ? onRewriteKey(event) : suggestion.item && onSuggestionKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (sendAndArchive && sendsAndArchives(event.nativeEvent)) {
      event.preventDefault()
      if (!event.repeat) sendAndArchive()
    } else if (sends(event.nativeEvent, sendKey)) {
      event.preventDefault()
      if (!event.repeat) send()
    }
  }

  const onRewriteKey = (event: KeyboardEvent): boolean => {
    const key = assistKeyOf(event)
    const kind = rewrite.shown?.kind
    if (key === 'take' && kind === 'offered') rewrite.take()
    else if (key === 'undo' && kind === 'taken') rewrite.undo()
    else if (key === 'drop') rewrite.close()
    else return false
    return true
  }

  /** Tab leaves a box with text, as everywhere else. */
  const onSuggestionKey = (event: KeyboardEvent): boolean => {
    const key = assistKeyOf(event)
    if (key === 'take' && text === '') takeSuggestion()
    else if (key === 'drop') suggestion.dismiss()
    else return false
    return true
  }

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const images = isNote ? [] : pastedImages(event.clipboardData)
    if (images.length === 0) return
    event.preventDefault()
    onPasteImages(images)
  }

  return (
    <>
      {slash.isOpen && (
        <ReplyPanel
          id={listId}
          search={slash.search}
          index={slash.index}
          onHover={slash.setIndex}
          onPick={slash.pick}
        />
      )}
      {mentions.isOpen && (
        <MentionList
          id={listId}
          agents={mentions.agents}
          sees={mentions.sees}
          index={mentions.index}
          onHover={mentions.setIndex}
          onPick={mentions.pick}
        />
      )}
      <TextBox
        // Reply and note each keep their own undo history.
        key={draft.mode}
        ref={ref}
        value={text}
        label={texts.box[draft.mode]}
        placeholder={(isPhone ? texts.shortHint : texts.hint)[draft.mode]}
        hits={hits}
        isInvalid={tooLong !== undefined}
        describedBy={describedBy}
        listId={isListOpen ? listId : undefined}
        activeId={isListOpen ? active : undefined}
        onChange={type}
        onSelect={select}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          slash.close()
          mentions.close()
        }}
      />
    </>
  )
}

type MentionListProps = {
  id: string
  agents: readonly Agent[]
  /** Whether the agent may see the customer. */
  sees: (agent: Agent) => boolean
  index: number
  onHover: (index: number) => void
  onPick: (agent: Agent) => void
}

/** Agents that can be mentioned in a note; others are named with the reason. */
function MentionList({ id, agents, sees, index, onHover, onPick }: MentionListProps) {
  return (
    <ChoiceList id={id} className={styles.list} label={texts.mentions}>
      {agents.map((agent, at) => (
        <Choice
          key={agent.id}
          id={choiceId(id, at)}
          className={cx(styles.row, !sees(agent) && styles.unseeing)}
          isDisabled={!sees(agent)}
          isMarked={at === index}
          onHover={() => onHover(at)}
          onPick={() => onPick(agent)}
        >
          <Avatar name={agent.name} src={agent.avatar} size={24} />
          <span className="cut">{agent.name}</span>
          <small>{sees(agent) ? agent.roleName : texts.mayNotSee}</small>
        </Choice>
      ))}
    </ChoiceList>
  )
}
