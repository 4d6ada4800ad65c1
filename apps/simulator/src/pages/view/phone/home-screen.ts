import type { AdView, CustomerAct, PhoneView, PostView } from '../../../views.ts'
import { customerCall } from '../calls.ts'
import { type Html, html, safeUrl } from '../html.ts'
import { icon } from '../icons.ts'
import { avatar } from '../parts.ts'
import { sourceMark, SOURCE_NAMES } from '../source.ts'
import { texts } from './texts.ts'
import { opens } from './ui.ts'

/** Attributes of a button with which the customer does something. */
export function acts(view: PhoneView, act: CustomerAct): Html {
  const { source, account, customer } = view
  const call = customerCall({ source, accountId: account.accountId, customerId: customer.customerId }, act)
  return html`data-call="${JSON.stringify(call)}"`
}

const unreadCount = (view: PhoneView): number =>
  view.messages.filter((it) => it.from === 'merchant' && !it.isRead && !it.isRecalled).length

function profile(view: PhoneView): Html {
  const { account } = view
  const unread = unreadCount(view)
  return html`<header class="profile">
    ${avatar(account.avatarUrl, 68, 'account')}
    <h1>${account.name}</h1>
    <p class="profile-line">
      ${sourceMark(view.source, 14)}${SOURCE_NAMES[view.source]} ·
      ${account.mainAccountName ? texts.staffOf(account.mainAccountName) : texts.business}
    </p>
    <button type="button" class="button tinted wide" ${acts(view, { do: 'enter', via: 'profile' })}>
      ${icon('chat')}${texts.messageMerchant}${unread > 0 && html`<span class="count">${texts.unread(unread)}</span>`}
    </button>
  </header>`
}

/** An ad may lead straight into the conversation, without a post behind it. */
function adRow(view: PhoneView, ad: AdView): Html {
  const post = view.posts.find((it) => it.postId === ad.postId)
  return html`<li class="ad">
    ${
      post
        ? html`<img class="ad-cover" src="${safeUrl(post.coverUrl)}" width="56" height="56" alt="" />`
        : html`<span class="ad-cover">${icon('ad', 22)}</span>`
    }
    <div class="ad-words"><b>${ad.name}</b><small>${texts.adLabel}${post && ` · ${post.title}`}</small></div>
    <button type="button" class="button small" ${acts(view, { do: 'enter', via: 'ad', adId: ad.adId })}>
      ${texts.adEnter}
    </button>
  </li>`
}

const postTile = (view: PhoneView, post: PostView): Html => {
  const comments = view.comments.filter((it) => it.postId === post.postId).length
  return html`<li>
    <button type="button" class="tile" ${opens({ sheet: { kind: 'post', postId: post.postId } })}>
      <span class="tile-cover">
        <img src="${safeUrl(post.coverUrl)}" alt="" loading="lazy" />${post.kind === 'video' && icon('play', 22)}
      </span>
      <b>${post.title}</b>
      <small>${icon('comment', 13)}${comments}</small>
    </button>
  </li>`
}

/** The merchant's own page, where a customer stands before entering the conversation. */
export function homeScreen(view: PhoneView): Html {
  return html`<div class="home" tabindex="0" aria-label="${view.account.name}">
    ${profile(view)}
    ${
      view.ads.length > 0 &&
      html`<ul class="ads">
        ${view.ads.map((ad) => adRow(view, ad))}
      </ul>`
    }
    <h2>${view.source === 'redbook' ? texts.publishedNotes : texts.publishedVideos}</h2>
    <ul class="tiles">
      ${view.posts.map((post) => postTile(view, post))}
    </ul>
  </div>`
}
