import type { ControlCall } from './calls.ts'
import { flag, type Html, html, type HtmlValue, safeUrl } from './html.ts'
import { icon, type IconName } from './icons.ts'

/** People are circles, accounts rounded squares. */
export const avatar = (url: string, size: number, shape: 'person' | 'account' = 'person'): Html =>
  html`<img class="avatar ${shape}" src="${safeUrl(url)}" width="${size}" height="${size}" alt="" />`

type ButtonOptions = { icon?: IconName; isDisabled?: boolean; title?: string }

/** A button that asks something of the simulator. */
export function callButton(label: string, call: ControlCall, options: ButtonOptions = {}): Html {
  return html`<button
    type="button"
    class="button"
    data-call="${JSON.stringify(call)}"
    title="${options.title ?? ''}"
    ${flag('disabled', options.isDisabled ?? false)}
  >
    ${options.icon && icon(options.icon)}${label}
  </button>`
}

/** A switch with its words; pressing it makes the call. */
export function switchRow(label: string, help: string, isOn: boolean, call: ControlCall): Html {
  return html`<div class="switch-row">
    <div>
      <b>${label}</b>
      <p class="help">${help}</p>
    </div>
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked="${String(isOn)}"
      aria-label="${label}"
      data-call="${JSON.stringify(call)}"
    ></button>
  </div>`
}

export const iconButton = (label: string, name: IconName, attributes: Html, size = 20): Html =>
  html`<button type="button" class="icon-button" aria-label="${label}" title="${label}" ${attributes}>
    ${icon(name, size)}
  </button>`

type StateTone = 'success' | 'warning' | 'error' | 'off'

const TONE_ICONS: Record<StateTone, IconName> = { success: 'check', warning: 'alert', error: 'alert', off: 'info' }

/** A state has a word, a shape and a colour. */
export const stateLabel = (tone: StateTone, text: string): Html =>
  html`<span class="state ${tone}">${icon(TONE_ICONS[tone], 13)}${text}</span>`

export const empty = (name: IconName, sentence: string): Html =>
  html`<div class="empty">
    ${icon(name, 36)}
    <p>${sentence}</p>
  </div>`

export const panel = (title: string, body: HtmlValue, end: HtmlValue = null): Html =>
  html`<section class="panel" aria-label="${title}">
    <header class="panel-head">
      <h2>${title}</h2>
      <div class="end">${end}</div>
    </header>
    ${body}
  </section>`
