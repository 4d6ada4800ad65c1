import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { createStore, useStore } from './store.ts'
import { texts } from './texts.ts'

type ConfirmOptions = {
  title: string
  content?: ReactNode
  cancelText?: string
  confirmText?: string
  /** One button only; Esc does nothing. */
  acknowledge?: boolean
}

type Question = ConfirmOptions & { answer: (yes: boolean) => void }

const questions = createStore<readonly Question[]>([])

/** Opens a confirmation: true for 确认, false for 取消 and Esc. Queued, one shown at a time. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const question: Question = {
      ...options,
      answer: (yes) => {
        questions.set(questions.get().filter((it) => it !== question))
        resolve(yes)
      },
    }
    questions.set([...questions.get(), question])
  })
}

/** Renders confirmations; mounted once. */
export function ConfirmHost() {
  const question = useStore(questions)[0]
  if (!question) return null
  const {
    title,
    content,
    cancelText = texts.cancel,
    confirmText = texts.confirm,
    acknowledge = false,
    answer,
  } = question
  return (
    <Dialog
      key={title}
      title={title}
      role="alertdialog"
      onCancel={acknowledge ? undefined : () => answer(false)}
      footer={
        <>
          {/* The harmless answer has the focus: a stray Enter changes nothing. */}
          {!acknowledge && (
            <Button data-autofocus onClick={() => answer(false)}>
              {cancelText}
            </Button>
          )}
          <Button variant="primary" onClick={() => answer(true)}>
            {confirmText}
          </Button>
        </>
      }
    >
      {content}
    </Dialog>
  )
}
