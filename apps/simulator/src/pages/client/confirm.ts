import type { ControlCall } from '../view/calls.ts'
import { html } from '../view/html.ts'

type Question = NonNullable<ControlCall['confirm']>

/** Asks before something that is hard to undo. Resolves with the person's decision; focus returns by itself. */
export function confirmed(question: Question): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm'
  dialog.setAttribute('aria-label', question.title)
  dialog.innerHTML = html`<form method="dialog">
    <h2>${question.title}</h2>
    <p>${question.text}</p>
    <div class="confirm-buttons">
      <button class="button" value="no" autofocus>取消</button>
      <button class="button danger" value="yes">${question.yes}</button>
    </div>
  </form>`.text
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
