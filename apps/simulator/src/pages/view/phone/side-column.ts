import type { PhoneView } from '../../../views.ts'
import { type ControlCall, customerCall, newCustomerCall } from '../calls.ts'
import { dateOf } from '../format.ts'
import { flag, type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { avatar, callButton, iconButton, stateLabel, switchRow } from '../parts.ts'
import { POST_NAMES } from '../source.ts'
import type { CustomerAct } from '../../../views.ts'
import { commentUnder, fromPost, texts } from './texts.ts'
import { opens } from './ui.ts'

const group = (title: string, body: Html, end: Html | null = null): Html =>
  html`<section class="side-group" aria-label="${title}">
    <h2>${title}${end}</h2>
    ${body}
  </section>`

const callFor =
  (view: PhoneView) =>
  (act: CustomerAct): ControlCall =>
    customerCall({ source: view.source, accountId: view.account.accountId, customerId: view.customer.customerId }, act)

const identity = (view: PhoneView): Html =>
  html`<header class="side-who">
    ${avatar(view.customer.avatarUrl, 44)}
    <div>
      <b>${view.customer.name}</b>
      <p class="help cut" title="${view.customer.customerId}">${view.customer.city} · ${view.customer.customerId}</p>
    </div>
    <span class="side-close">${iconButton(texts.close, 'close', opens({ isSideOpen: false }))}</span>
  </header>`

const pages = (view: PhoneView): Html =>
  html`<nav class="side-pages">
    ${callButton(
      texts.newCustomer,
      newCustomerCall({ source: view.source, accountId: view.account.accountId }, 'here'),
      { icon: 'newPerson' },
    )}<a
      class="button"
      href="/merchant/${encodeURIComponent(view.source)}/${encodeURIComponent(view.account.accountId)}"
    >
      ${icon('store')}${texts.merchantApp}
    </a>
    <a class="button" href="/">${icon('home')}${texts.overview}</a>
  </nav>`

type Option = { value: string; label: string }

const chooser = (form: string, label: string, options: Option[], button: string): Html =>
  html`<form class="side-line" data-form="${form}">
    <label class="sr-only" for="choice-${form}">${label}</label>
    <span aria-hidden="true">${label}</span>
    <select id="choice-${form}" name="choice">
      ${options.map((it) => html`<option value="${it.value}">${it.label}</option>`)}
    </select>
    <button type="submit" class="button small" ${flag('disabled', options.length === 0)}>${button}</button>
  </form>`

const postOptions = (view: PhoneView): Option[] => view.posts.map((it) => ({ value: it.postId, label: it.title }))

function entry(view: PhoneView): Html {
  const call = callFor(view)
  const state = view.isEntered ? stateLabel('success', texts.inside) : stateLabel('off', texts.outside)
  return group(
    texts.entry,
    html`<p class="help">${texts.entryHelp}</p>
      ${chooser('enter-post', fromPost(POST_NAMES[view.source]), postOptions(view), texts.viaPost)}${chooser(
        'enter-ad',
        texts.fromAd,
        view.ads.map((it) => ({ value: it.adId, label: it.name })),
        texts.viaAd,
      )}
      <div class="side-buttons">
        ${callButton(texts.viaProfile, call({ do: 'enter', via: 'profile' }), { icon: 'person' })}${callButton(
          texts.leave,
          call({ do: 'leave' }),
          { icon: 'leave', isDisabled: !view.isEntered },
        )}
      </div>`,
    state,
  )
}

function actions(view: PhoneView): Html {
  const call = callFor(view)
  const canRecall = view.messages.some((it) => it.from === 'customer' && it.canRecall)
  const block: ControlCall = {
    ...call({ do: 'block', isBlocked: true }),
    confirm: { title: texts.blockTitle(view.account.name), text: texts.blockText, yes: texts.block },
  }
  return group(
    texts.actions,
    html`<div class="side-buttons">
      ${callButton(texts.recallLast, call({ do: 'recall' }), { isDisabled: !canRecall })}${callButton(
        texts.markRead,
        call({ do: 'read' }),
      )}${
        view.isBlocked
          ? callButton(texts.unblock, call({ do: 'block', isBlocked: false }))
          : callButton(texts.block, block)
      }
    </div>`,
  )
}

const comment = (view: PhoneView): Html =>
  group(
    commentUnder(POST_NAMES[view.source]),
    html`<form class="side-form" data-form="comment">
      <select name="choice" aria-label="${POST_NAMES[view.source]}">
        ${postOptions(view).map((it) => html`<option value="${it.value}">${it.label}</option>`)}
      </select>
      <div class="side-line">
        <input
          name="text"
          required
          maxlength="200"
          aria-label="${texts.commentText}"
          placeholder="${texts.commentPlaceholder}"
          autocomplete="off"
        />
        <button type="submit" class="button small">${texts.publish}</button>
      </div>
    </form>`,
  )

function privacy(view: PhoneView): Html | null {
  const call = callFor(view)
  if (!view.can.grant && !view.can.maskPhone) return null
  return group(
    texts.privacy,
    html`${
      view.can.grant &&
      switchRow(
        texts.grant,
        view.grant ? texts.grantUntil(dateOf(view.grant.until)) : texts.grantHelp,
        view.grant !== null,
        call({ do: 'grant', isActive: view.grant === null }),
      )
    }${
      view.can.maskPhone &&
      switchRow(
        texts.maskPhone,
        texts.maskHelp,
        view.isPhoneMasked,
        call({ do: 'mask_phone', isOn: !view.isPhoneMasked }),
      )
    }`,
  )
}

/** Everything a customer can do that has no natural place on the screen of the phone. */
export const sideColumn = (view: PhoneView): Html =>
  html`${identity(view)}${pages(view)}${entry(view)}${actions(view)}${privacy(view)}${comment(view)}`
