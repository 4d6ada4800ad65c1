import type { AuthorisationView, MerchantAct, MerchantView, StaffView } from '../../../views.ts'
import { type ControlCall, merchantCall } from '../calls.ts'
import { dateOf, remaining, timeOf, yuan } from '../format.ts'
import { type Html, html } from '../html.ts'
import { avatar, callButton, stateLabel, switchRow } from '../parts.ts'
import { STAFF_STATES } from '../staff-states.ts'
import { texts } from './texts.ts'

const callFor =
  ({ account }: MerchantView) =>
  (act: MerchantAct): ControlCall =>
    merchantCall(account.source, account.accountId, act)

const group = (title: string, body: Html): Html =>
  html`<section class="side-group" aria-label="${title}">
    <h2>${title}</h2>
    ${body}
  </section>`

const row = (label: string, value: string | undefined): Html | null =>
  value === undefined
    ? null
    : html`<dt>${label}</dt>
        <dd>${value}</dd>`

function grantDetails(grant: AuthorisationView, now: string): Html {
  return html`<dl class="pairs">
    ${row(texts.app, grant.appName)}${row(texts.since, `${dateOf(grant.since)} ${timeOf(grant.since)}`)}${row(
      texts.scopes,
      grant.scopes.join('、'),
    )}${row(texts.access, grant.accessEndsAt && remaining(grant.accessEndsAt, now))}${row(
      texts.refresh,
      grant.refreshEndsAt && remaining(grant.refreshEndsAt, now),
    )}${row(texts.renewals, grant.renewalsUsed === undefined ? undefined : texts.times(grant.renewalsUsed))}${row(
      texts.code,
      grant.accountCode,
    )}
  </dl>`
}

function authorisation(view: MerchantView): Html {
  const call = callFor(view)
  const { account } = view
  if (account.authorisation) {
    const { appName } = account.authorisation
    const revoke: ControlCall = {
      ...call({ do: 'revoke' }),
      confirm: { title: texts.revokeTitle(appName), text: texts.revokeText, yes: texts.revoke },
    }
    return html`${grantDetails(account.authorisation, view.now)}${callButton(texts.revoke, revoke, { icon: 'unlink' })}`
  }
  switch (account.standing) {
    case 'bound_elsewhere':
      return html`<p>${stateLabel('warning', texts.elsewhere)}</p>
        ${callButton(texts.release, call({ do: 'release_elsewhere' }), { icon: 'unlink' })}`
    case 'uncertified':
      return html`<p>${stateLabel('warning', texts.uncertified)}</p>`
    case 'certified':
      return html`<p>${stateLabel('off', texts.notAuthorised)}</p>`
  }
}

function staffRow(view: MerchantView, staff: StaffView): Html {
  const call = callFor(view)
  const set = (state: StaffView['state']): ControlCall => call({ do: 'staff_set', staffId: staff.staffId, state })
  const revoke: ControlCall = {
    ...set('revoked'),
    confirm: { title: texts.revokeStaffTitle(staff.name), text: texts.revokeStaffText, yes: texts.revokeStaff },
  }
  return html`<li class="staff" data-key="${staff.staffId}">
    ${avatar(staff.avatarUrl, 32, 'account')}
    <span class="person-words"><b class="cut">${staff.name}</b><small>${STAFF_STATES[staff.state]}</small></span>
    ${
      staff.state === 'authorised'
        ? callButton(texts.revokeStaff, revoke)
        : callButton(texts.approve, set('authorised'))
    }
  </li>`
}

const staff = (view: MerchantView): Html =>
  html`${
      view.account.staff.length === 0
        ? html`<p class="help">${texts.noStaff}</p>`
        : html`<ul>
            ${view.account.staff.map((it) => staffRow(view, it))}
          </ul>`
    }
    <form class="side-line" data-form="staff">
      <input
        name="name"
        required
        maxlength="20"
        aria-label="${texts.staffName}"
        placeholder="${texts.staffName}"
        autocomplete="off"
      />
      <button type="submit" class="button small">${texts.addStaff}</button>
    </form>`

function adSpend(view: MerchantView): Html {
  const { adSpend: spend } = view.account
  return html`<div class="ad-spend">
    <div class="switch-row">
      <div>
        <b>${texts.adSpend}</b>
        <p class="help">${texts.adSpendHelp}</p>
      </div>
      <strong class="amount">${yuan(spend)}</strong>
    </div>
    <form class="side-line" data-form="ad-spend">
      <input
        name="yuan"
        type="number"
        min="0"
        step="1"
        required
        aria-label="${texts.adSpendField}"
        value="${spend}"
        data-sync
      />
      <button type="submit" class="button small">${texts.save}</button>
      ${callButton(texts.toZero, callFor(view)({ do: 'ad_spend', yuan: 0 }), { isDisabled: spend === 0 })}
    </form>
  </div>`
}

function tools(view: MerchantView): Html {
  const call = callFor(view)
  const { account, can } = view
  return html`${
    can.autoReply &&
    switchRow(
      texts.autoReply,
      texts.autoReplyHelp,
      account.isAutoReplyOn,
      call({ do: 'auto_reply', isOn: !account.isAutoReplyOn }),
    )
  }${switchRow(texts.ban, texts.banHelp, account.isBanned, call({ do: 'ban', isOn: !account.isBanned }))}${
    can.adSpend && adSpend(view)
  }`
}

/** What the merchant decides on the platform: who may speak for the account, and under which conditions. */
export const merchantSettings = (view: MerchantView): Html =>
  html`${group(texts.authorisation, authorisation(view))}${view.can.staff && group(texts.staff, staff(view))}${group(
    texts.tools,
    tools(view),
  )}`
