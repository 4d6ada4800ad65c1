import { PREVIEW_QUESTION_MAX, type RelationId } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { Input } from 'antd'
import { Send } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../../browser/keyboard.ts'
import { useTryQuestions } from '../preview.queries.ts'
import { texts } from '../texts.ts'
import type { Preview } from '../use-preview.ts'
import styles from './ask-box.module.css'

const ASK_BOX_ID = 'preview-ask'

/** For buttons that unmount after their action: focus moves to the input. */
export const focusAskBox = () => document.getElementById(ASK_BOX_ID)?.focus()

/** The customer's side of the preview. */
export function AskBox({ preview, relationId }: { preview: Preview; relationId: RelationId }) {
  const { session, running, ask } = preview
  const [text, setText] = useState('')
  const { data: questions = [] } = useTryQuestions(relationId)
  const isSpent = session.left === 0
  const canAsk = session.problem === undefined && !running && !isSpent

  function send(question: string) {
    if (!canAsk || question.trim() === '') return
    setText('')
    void ask(question.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    send(text)
  }
  return (
    <div className={styles.box}>
      {questions.length > 0 && !isSpent && (
        <ul className={styles.questions} aria-label={texts.tryOut}>
          {questions.map((question) => (
            <li key={question}>
              <button type="button" disabled={!canAsk} title={question} onClick={() => send(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isSpent && <p className={styles.spent}>{texts.noneLeft}</p>}
      <div className={styles.line}>
        <Input.TextArea
          id={ASK_BOX_ID}
          aria-label={texts.input}
          className={styles.input}
          variant="filled"
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={PREVIEW_QUESTION_MAX}
          placeholder={texts.placeholder}
          disabled={isSpent}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button size="lg" disabled={!canAsk || text.trim() === ''} onClick={() => send(text)}>
          <Send size={16} aria-hidden="true" />
          {texts.send}
        </Button>
      </div>
    </div>
  )
}
