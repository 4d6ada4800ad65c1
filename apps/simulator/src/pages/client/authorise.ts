import type { AuthoriseAnswer, AuthoriseRequest, AuthoriseView } from '../../views.ts'
import { authoriseBody } from '../view/authorise/authorise-body.ts'
import { type AuthoriseUi, INITIAL } from '../view/authorise/ui.ts'
import { ask } from './control.ts'
import { fieldOf } from './form-text.ts'
import { mount } from './mount.ts'

const page = mount<AuthoriseView, AuthoriseUi>({ ui: INITIAL, render: authoriseBody })
const { source, query, scopes } = page.view

async function decide(agreed?: AuthoriseRequest['agreed']): Promise<void> {
  const request: AuthoriseRequest = { source, query, agreed }
  const answer = await ask<AuthoriseAnswer>('/control/authorise', request)
  if (!answer) return
  if (answer.kind === 'redirect') location.assign(answer.location)
  else page.set({ result: agreed ? answer : { kind: 'cancelled' } })
}

page.root.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  const ticked = new FormData(event.target).getAll('scope')
  const agreed = scopes.filter((it) => it.isRequired || ticked.includes(it.name)).map((it) => it.name)
  void decide({ accountId: fieldOf(event.target, 'accountId'), scopes: agreed })
})

page.root.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  if (event.target.closest('[data-refuse]')) void decide()
  if (event.target.closest('[data-again]')) page.set(INITIAL)
})
