import type { CustomerRowView, IndexView } from '../../../views.ts'
import { momentOf } from '../format.ts'
import { type Html, html } from '../html.ts'
import { avatar, empty } from '../parts.ts'
import { sourceMark } from '../source.ts'
import { texts } from './texts.ts'

const customerRow = (customer: CustomerRowView, now: string): Html =>
  html`<li data-key="${customer.accountId}/${customer.customerId}">
    <a class="person-row" href="${customer.phonePath}" target="_blank">
      ${avatar(customer.avatarUrl, 36)}
      <span class="person-words">
        <b class="cut">${customer.name}</b><small class="cut">${customer.lastText}</small>
        <small class="cut">${sourceMark(customer.source, 13)}${customer.accountName}</small>
      </span>
      ${customer.lastAt && html`<time datetime="${customer.lastAt}">${momentOf(customer.lastAt, now)}</time>`}
    </a>
  </li>`

export const customersPanel = (view: IndexView): Html =>
  view.customers.length === 0
    ? empty('people', texts.noCustomers)
    : html`<ul class="people">
        ${view.customers.map((it) => customerRow(it, view.now))}
      </ul>`
