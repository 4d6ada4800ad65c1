import type { MerchantAct, MerchantView } from '../../views.ts'
import { merchantCall } from '../view/calls.ts'
import { merchantBody } from '../view/merchant/merchant-body.ts'
import { conversationKey, INITIAL, type MerchantUi } from '../view/merchant/ui.ts'
import { ask } from './control.ts'
import { fieldOf, sendsOnEnter } from './form-text.ts'
import { watch } from './live.ts'
import { mount } from './mount.ts'
import { followThread } from './thread-scroll.ts'
import { playVoice } from './voice.ts'

/** Below this width list and thread take turns, so none is open at first. */
const WIDE = matchMedia('(min-width: 900px)')

const page = mount<MerchantView, MerchantUi>({
  ui: INITIAL,
  render: merchantBody,
  after: ({ root, ui }) => followThread(root, ui.conversation),
})
const { source, accountId } = page.view.account

/** On a wide screen the newest conversation is open without being asked for. */
function openFirst(): void {
  const first = page.view.conversations[0]
  if (WIDE.matches && page.ui.conversation === '' && first) page.set({ conversation: conversationKey(first) })
}

watch<MerchantView>({ view: 'merchant', source, accountId }, (view) => {
  page.show(view)
  openFirst()
})
openFirst()

const act = (it: MerchantAct, as = accountId) => {
  const { to, body } = merchantCall(source, as, it)
  return ask(to, body)
}

async function sendText(form: HTMLFormElement): Promise<void> {
  const text = fieldOf(form, 'text')
  const { account, customer = '' } = form.dataset
  if (text !== '' && (await act({ do: 'text', customerId: customer, text }, account))) form.reset()
}

async function addStaff(form: HTMLFormElement): Promise<void> {
  if (await act({ do: 'staff_add', name: fieldOf(form, 'name') })) form.reset()
}

const FORMS: Record<string, (form: HTMLFormElement) => Promise<unknown>> = {
  text: sendText,
  staff: addStaff,
  'ad-spend': (form) => act({ do: 'ad_spend', yuan: Number(fieldOf(form, 'yuan')) }),
}

page.root.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  void FORMS[event.target.dataset.form ?? '']?.(event.target)
})

page.root.addEventListener('click', (event) => {
  const voice = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-play]') : null
  if (voice?.dataset.play) playVoice(voice, voice.dataset.play)
})

addEventListener('keydown', (event) => {
  sendsOnEnter(event)
  if (event.key === 'Escape') page.set({ isSettingsOpen: false })
})
