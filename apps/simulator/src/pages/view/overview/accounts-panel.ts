import type { AccountView, IndexView, StaffView } from '../../../views.ts'
import { newCustomerCall } from '../calls.ts'
import { remaining, yuan } from '../format.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { avatar, callButton, panel, stateLabel } from '../parts.ts'
import { sourceMark } from '../source.ts'
import { STAFF_STATES } from '../staff-states.ts'
import { texts } from './texts.ts'

function standing(account: AccountView): Html {
  if (account.isBanned) return stateLabel('error', texts.banned)
  return account.standing === 'uncertified'
    ? stateLabel('warning', texts.uncertified)
    : stateLabel('success', texts.certified)
}

function authorisation(account: AccountView): Html {
  const { authorisation: grant } = account
  if (!grant) {
    return account.standing === 'bound_elsewhere'
      ? stateLabel('warning', texts.elsewhere)
      : stateLabel('off', texts.notAuthorised)
  }
  return html`<span class="lines" title="${grant.scopes.join('、')}">
    ${stateLabel('success', texts.authorisedTo(grant.appName))}${
      account.isAutoReplyOn && stateLabel('warning', texts.autoReply)
    }
  </span>`
}

function tokens(account: AccountView, now: string): Html {
  const grant = account.authorisation
  if (!grant?.accessEndsAt) return html`<span class="zero">${texts.none}</span>`
  const later = [
    grant.refreshEndsAt && texts.refresh(remaining(grant.refreshEndsAt, now)),
    grant.renewalsUsed && texts.renewals(grant.renewalsUsed),
  ].filter((it) => it)
  return html`<span class="lines">
    <span>${texts.access(remaining(grant.accessEndsAt, now))}</span><small>${later.join(' · ')}</small>
  </span>`
}

/** A customer may write to a staff account as well, so each opens a phone. */
function staffButton(account: AccountView, staff: StaffView): Html {
  const call = newCustomerCall({ source: account.source, accountId: staff.staffId }, 'aside')
  return html`<button
    type="button"
    class="chip ${staff.state}"
    data-call="${JSON.stringify(call)}"
    title="${texts.openPhoneOf(staff.name)}"
  >
    ${staff.name}<small>${STAFF_STATES[staff.state]}</small>
  </button>`
}

const staffRow = (account: AccountView): Html =>
  html`<tr class="staff-row" data-key="staff-${account.accountId}">
    <td colspan="7">
      <span class="staff-label">${icon('people', 13)}${texts.staff(account.staff.length)}</span>
      ${account.staff.map((it) => staffButton(account, it))}
    </td>
  </tr>`

const accountRow = (account: AccountView, now: string): Html =>
  html`<tr data-key="${account.accountId}" class="${account.staff.length > 0 && 'has-staff'}">
    <td>
      <span class="account-name">
        ${avatar(account.avatarUrl, 34, 'account')}<span class="lines">
          <b>${sourceMark(account.source, 14)}${account.name}</b><small>${account.city}</small>
        </span>
      </span>
    </td>
    <td>${standing(account)}</td>
    <td>${authorisation(account)}</td>
    <td>${tokens(account, now)}</td>
    <td class="number ${account.adSpend === 0 && 'zero'}" data-label="${texts.adSpend}">${yuan(account.adSpend)}</td>
    <td class="number" data-label="${texts.traffic}">${account.customerCount} / ${account.messageCount}</td>
    <td class="row-actions">
      ${callButton(
        texts.openPhone,
        newCustomerCall({ source: account.source, accountId: account.accountId }, 'aside'),
        { icon: 'phone', title: texts.openPhoneOf(account.name) },
      )}<a class="button" href="${account.merchantPath}" target="_blank">${icon('store')}${texts.merchantApp}</a>
    </td>
  </tr>`

export const accountsPanel = (view: IndexView): Html =>
  panel(
    texts.accounts,
    html`<div class="table-scroll">
      <table class="accounts">
        <thead>
          <tr>
            <th>${texts.account}</th>
            <th>${texts.standing}</th>
            <th>${texts.authorisation}</th>
            <th>${texts.tokens}</th>
            <th class="number">${texts.adSpend}</th>
            <th class="number">${texts.traffic}</th>
            <th><span class="sr-only">${texts.actions}</span></th>
          </tr>
        </thead>
        <tbody>
          ${view.accounts.map(
            (account) => html`${accountRow(account, view.now)}${account.staff.length > 0 && staffRow(account)}`,
          )}
        </tbody>
      </table>
    </div>`,
  )
