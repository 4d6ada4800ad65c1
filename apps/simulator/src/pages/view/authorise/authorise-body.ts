import type { AuthoriseView } from '../../../views.ts'
import { brandMark, demoNotice } from '../brand.ts'
import { flag, type Html, html } from '../html.ts'
import { icon, type IconName } from '../icons.ts'
import { themeButton } from '../page-head.ts'
import { avatar } from '../parts.ts'
import { SOURCE_NAMES, sourceMark } from '../source.ts'
import { qrPicture } from './qr-picture.ts'
import { STANDING_NOTES, texts } from './texts.ts'
import type { AuthoriseResult, AuthoriseUi } from './ui.ts'

type Account = AuthoriseView['accounts'][number]

const accountChoice = (account: Account, isChosen: boolean): Html =>
  html`<label class="option">
    <input type="radio" name="accountId" value="${account.accountId}" required ${flag('checked', isChosen)} />
    ${avatar(account.avatarUrl, 36, 'account')}
    <span class="person-words">
      <b>${account.name}</b>
      <small class="${account.standing !== 'certified' && 'warn'}">
        ${account.isAuthorisedHere ? texts.here : STANDING_NOTES[account.standing]} · ${account.city}
      </small>
    </span>
  </label>`

const scopeChoice = (scope: AuthoriseView['scopes'][number]): Html =>
  html`<label class="scope">
    <input
      type="checkbox"
      name="scope"
      value="${scope.name}"
      ${flag('checked', scope.isTicked || scope.isRequired)}
      ${flag('disabled', scope.isRequired)}
    />
    <span>${scope.label}<code>${scope.name}</code></span>
    ${scope.isRequired && html`<small>${texts.required}</small>`}
  </label>`

const buttons = (view: AuthoriseView): Html =>
  html`<div class="authorise-buttons">
    <button type="button" class="button large" data-refuse>${texts.cancel}</button>
    <button type="submit" class="button primary large">
      ${view.source === 'douyin' ? texts.agreeScan : texts.agreeBind}
    </button>
  </div>`

function request(view: AuthoriseView): Html {
  const chosen = view.accounts.find((it) => it.standing === 'certified')
  return html`<form class="authorise-form" data-form="agree">
    <fieldset>
      <legend>${texts.account}</legend>
      <div class="options">${view.accounts.map((it) => accountChoice(it, it === chosen))}</div>
    </fieldset>
    <fieldset>
      <legend>${texts.asks(view.appName)}</legend>
      <div class="scopes">${view.scopes.map(scopeChoice)}</div>
    </fieldset>
    ${buttons(view)}
  </form>`
}

const outcome = (name: IconName, tone: 'success' | 'error' | 'off', title: string, text: string, next: Html): Html =>
  html`<div class="outcome ${tone}" role="status">
    ${icon(name, 44)}
    <h2>${title}</h2>
    <p>${text}</p>
    ${next}
  </div>`

const again = html`<button type="button" class="button large" data-again>${texts.again}</button>`

function resultOf(result: AuthoriseResult): Html {
  switch (result.kind) {
    case 'done':
      return outcome('check', 'success', texts.done, result.message, html`<p class="help">${texts.doneNext}</p>`)
    case 'refused':
      return outcome('alert', 'error', texts.refused(result.code), result.message, again)
    case 'cancelled':
      return outcome('info', 'off', texts.cancelled, '', again)
  }
}

function body(view: AuthoriseView, ui: AuthoriseUi): Html {
  if (view.problem) {
    const next = html`<p class="help">${texts.problemNext}</p>`
    return outcome('alert', 'error', texts.problem(view.problem.code), view.problem.message, next)
  }
  if (ui.result) return resultOf(ui.result)
  if (view.source === 'redbook') return request(view)
  return html`<div class="scan">
      ${qrPicture(JSON.stringify(view.query))}
      <p class="help">${texts.scanHint}</p>
    </div>
    ${request(view)}`
}

/** The page a merchant sees when a vendor asks for his account. */
export function authoriseBody(view: AuthoriseView, ui: AuthoriseUi): Html {
  const isScan = view.source === 'douyin' && !view.problem && !ui.result
  return html`<main class="authorise">
    <div class="authorise-top">${demoNotice}${themeButton}</div>
    <section class="authorise-card ${isScan && 'with-scan'}">
      <header>
        ${sourceMark(view.source, 34)}
        <div>
          <h1>${view.source === 'douyin' ? texts.scanTitle : texts.bindTitle}</h1>
          <p>${SOURCE_NAMES[view.source]}${view.appName && ` × ${view.appName}`}</p>
        </div>
        <span class="end">${brandMark(30)}</span>
      </header>
      <div class="authorise-body">${body(view, ui)}</div>
    </section>
  </main>`
}
