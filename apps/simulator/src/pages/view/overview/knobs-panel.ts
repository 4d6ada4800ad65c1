import type { AccountView, IndexView, KnobsRequest, KnobValue, KnobView } from '../../../views.ts'
import { knobsCall } from '../calls.ts'
import { flag, type Html, html } from '../html.ts'
import { callButton } from '../parts.ts'
import { SOURCE_NAMES } from '../source.ts'
import { texts } from './texts.ts'
import { accountKey, findAccount, type OverviewUi, shows } from './ui.ts'

const scopeOf = (account: AccountView | undefined): Pick<KnobsRequest, 'account'> =>
  account ? { account: { source: account.source, accountId: account.accountId } } : {}

/** What holds in the chosen scope itself; a value for all accounts shines through only as a hint. */
const valueIn = (knob: KnobView, account: AccountView | undefined): KnobValue | null =>
  account ? (knob.perAccount.find((it) => accountKey(it) === accountKey(account))?.value ?? null) : knob.global

/** The field of a knob; the page's script sends it when it changes. */
function knobInput(knob: KnobView, account: AccountView | undefined): Html {
  const value = valueIn(knob, account)
  const { input } = knob
  const common = html`data-knob="${knob.name}" data-kind="${input.kind}" data-sync aria-label="${knob.label}"`
  switch (input.kind) {
    case 'switch':
      return html`<button
        type="button"
        class="switch"
        role="switch"
        aria-label="${knob.label}"
        aria-checked="${String(value === true)}"
        data-call="${JSON.stringify(knobsCall({ ...scopeOf(account), set: { [knob.name]: value === true ? null : true } }))}"
      ></button>`
    case 'number':
      return html`<span class="with-unit">
        <input
          type="number"
          min="${input.min}"
          step="${input.step}"
          value="${String(value ?? '')}"
          placeholder="${texts.off}"
          ${common}
        /><span>${input.unit}</span>
      </span>`
    case 'probability':
      return html`<span class="with-unit">
        <input
          type="number"
          min="0"
          max="100"
          step="5"
          value="${typeof value === 'number' ? Math.round(value * 100) : ''}"
          placeholder="${texts.off}"
          ${common}
        /><span>%</span>
      </span>`
    case 'choice':
      return html`<select ${common}>
        <option value="" ${flag('selected', value === null)}>${texts.off}</option>
        ${input.choices.map(
          (it) => html`<option value="${it.value}" ${flag('selected', value === it.value)}>${it.label}</option>`,
        )}
      </select>`
    case 'text':
      return html`<input
        type="text"
        value="${String(value ?? '')}"
        placeholder="${input.placeholder}"
        autocomplete="off"
        ${common}
      />`
  }
}

function overrides(knob: KnobView, view: IndexView): Html | null {
  if (knob.perAccount.length === 0) return null
  const nameOf = (key: string) => findAccount(view.accounts, key)?.name ?? key
  return html`<p class="overrides">
    ${knob.perAccount.map(
      (it) =>
        html`<button type="button" class="chip" ${shows({ knobAccount: accountKey(it) })}>
          ${texts.override(nameOf(accountKey(it)), it.value === true ? texts.on : String(it.value))}
        </button>`,
    )}
  </p>`
}

function knobRow(knob: KnobView, view: IndexView, account: AccountView | undefined): Html {
  const isOn = valueIn(knob, account) !== null
  const isInherited = account !== undefined && !isOn && knob.global !== null
  return html`<li class="knob ${isOn && 'on'}" data-key="${knob.name}">
    <div class="knob-words">
      <b>${knob.label}</b>
      <p class="help">${knob.explanation}</p>
      <code>${knob.name}</code>${isInherited && html`<span class="chip">${texts.inherited}</span>`}${
        !account && overrides(knob, view)
      }
    </div>
    ${knobInput(knob, account)}
  </li>`
}

function scopeBar(view: IndexView, account: AccountView | undefined): Html {
  const active = view.knobs.filter((it) => valueIn(it, account) !== null)
  const allOff = knobsCall({ ...scopeOf(account), set: Object.fromEntries(active.map((it) => [it.name, null])) })
  return html`<div class="knob-scope">
    <label class="field">
      <span>${texts.knobScope}</span>
      <select data-choose="knobAccount" data-sync>
        <option value="" ${flag('selected', !account)}>${texts.allAccounts}</option>
        ${view.accounts.map(
          (it) =>
            html`<option value="${accountKey(it)}" ${flag('selected', it === account)}>
              ${it.name}（${SOURCE_NAMES[it.source]}）
            </option>`,
        )}
      </select>
    </label>
    ${active.length > 0 && html`<span class="help">${texts.activeCount(active.length)}</span>`}${callButton(
      texts.allOff,
      allOff,
      { isDisabled: active.length === 0 },
    )}
  </div>`
}

/** All faults, grouped, for one account or for all. */
export function knobsPanel(view: IndexView, ui: OverviewUi): Html {
  const account = findAccount(view.accounts, ui.knobAccount)
  const groups = Map.groupBy(view.knobs, (it) => it.groupLabel)
  return html`${scopeBar(view, account)}${[...groups].map(
    ([label, knobs]) =>
      html`<section>
        <h3>${label}</h3>
        <ul class="knobs" data-scope="${account ? accountKey(account) : ''}">
          ${knobs.map((it) => knobRow(it, view, account))}
        </ul>
      </section>`,
  )}`
}
