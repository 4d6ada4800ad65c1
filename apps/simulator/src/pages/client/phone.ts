import type { CustomerAct, PhoneView } from '../../views.ts'
import { customerCall } from '../view/calls.ts'
import { phoneBody } from '../view/phone/phone-body.ts'
import { CLOSED, type PhoneUi } from '../view/phone/ui.ts'
import { ask, sendPicture } from './control.ts'
import { fieldOf, insertAtCaret, sendsOnEnter } from './form-text.ts'
import { watch } from './live.ts'
import { mount } from './mount.ts'
import { followThread } from './thread-scroll.ts'
import { playVoice } from './voice.ts'
import { focusSheet } from './sheet-focus.ts'

const page = mount<PhoneView, PhoneUi>({
  ui: CLOSED,
  render: phoneBody,
  after: ({ root, view }) => {
    followThread(root, view.customer.customerId)
    focusSheet(root)
  },
})
const { source, account, customer } = page.view
const who = { source, accountId: account.accountId, customerId: customer.customerId }

const act = (it: CustomerAct) => {
  const { to, body } = customerCall(who, it)
  return ask(to, body)
}

watch<PhoneView>({ view: 'phone', ...who }, page.show)
followThread(page.root, customer.customerId)

async function sendText(form: HTMLFormElement): Promise<void> {
  const text = fieldOf(form, 'text')
  if (text === '' || !(await act({ do: 'text', text }))) return
  form.reset()
  page.set({ panel: 'none' })
}

async function sendComment(form: HTMLFormElement): Promise<void> {
  const postId = form.dataset.post ?? fieldOf(form, 'choice')
  if (await act({ do: 'comment', postId, text: fieldOf(form, 'text') })) form.reset()
}

async function submitLead(form: HTMLFormElement): Promise<void> {
  const fields = Object.fromEntries(Array.from(new FormData(form).keys(), (label) => [label, fieldOf(form, label)]))
  const done = await act({ do: 'submit_card', messageId: form.dataset.message, fields })
  if (done) page.set({ sheet: CLOSED.sheet })
}

const FORMS: Record<string, (form: HTMLFormElement) => Promise<unknown>> = {
  text: sendText,
  comment: sendComment,
  lead: submitLead,
  'enter-post': (form) => act({ do: 'enter', via: 'post', postId: fieldOf(form, 'choice') }),
  'enter-ad': (form) => act({ do: 'enter', via: 'ad', adId: fieldOf(form, 'choice') }),
}

page.root.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  void FORMS[event.target.dataset.form ?? '']?.(event.target)
})

page.root.addEventListener('change', (event) => {
  if (!(event.target instanceof HTMLInputElement) || !event.target.matches('[data-upload]')) return
  const [file] = event.target.files ?? []
  if (file) void sendPicture(file).then((picture) => picture && act({ do: 'image', url: picture.url }))
  event.target.value = ''
})

page.root.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-emoji],[data-play]') : null
  const field = page.root.querySelector<HTMLTextAreaElement>('.composer textarea')
  if (button?.dataset.emoji && field) insertAtCaret(field, button.dataset.emoji)
  if (button?.dataset.play) playVoice(button, button.dataset.play)
})

// A closed sheet may leave the focus nowhere, so the key is listened for everywhere.
addEventListener('keydown', (event) => {
  sendsOnEnter(event)
  if (event.key === 'Escape') page.set(CLOSED)
})
