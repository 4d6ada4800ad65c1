import { FLOW_LIMITS } from '@ruwu/contract'

/** Texts of the forms of the nodes and of their cards. */
export const formTexts = {
  fixedFields: { remark: '备注名', city: '城市' },
  writesTo: (field: string) => `写入「${field}」`,
  sets: (field: string, value: string) => (value === '' ? `清空「${field}」` : `「${field}」改为 ${value}`),
  optionCount: (n: number) => `${n} 个选项`,
  branchCount: (n: number) => `${n} 个分支`,
  answersMost: (n: number) => `最多 ${n} 次`,
  agentCount: (n: number) => (n > 0 ? `${n} 位客服` : ''),
  waitsMost: (duration: string) => `最长 ${duration}`,
  noWait: '不等待',
  variantCount: (n: number) => `${n} 条话术轮流`,
  without: '去除',
  image: '图片',
  card: '卡片',
  byPlan: '按接待方案分配',
  endHint: '按接待方案恢复接待',

  // 开始
  trigger: '触发',
  triggerHints: {
    session_start: '客户发起新的会话时',
    first_message: '客户在会话中发来第一条消息时',
    keyword: '客户的消息符合关键词时',
    tag: '客户被打上所选标签时',
    lead: '客户留下手机号或微信时',
    manual: '客服在会话中打开「工作流」时',
  },
  match: '匹配方式',
  matches: { contains: '包含', equals: '等于', regex: '正则' },
  words: '关键词',
  wordsHint: `按回车添加，最多 ${FLOW_LIMITS.keywords} 个`,
  tags: '标签',
  accounts: '适用账号',
  allAccounts: '全部账号',
  accountsHint: '不选则适用于全部账号',

  // 发送
  variants: '话术',
  variantsHint: `轮流发送，最多 ${FLOW_LIMITS.variants} 条`,
  variant: (n: number) => `话术 ${n}`,
  addVariant: '添加话术',
  removeVariant: (n: number) => `删除话术 ${n}`,
  insertVariable: '插入变量',
  emoji: '表情',
  attachImage: '图片',
  attachCard: '卡片',
  chooseCard: '发送的卡片',
  noCards: '暂无卡片，请先在渠道账号中添加',
  preview: '消息预览',
  previewNote: '示例客户：楠楠',
  auto: '自动',

  // 提问
  question: '问题',
  answerKind: '回答格式',
  target: '写入字段',
  noTarget: '不写入，仅在流程中使用',
  options: '选项',
  option: (n: number) => `选项 ${n}`,
  addOption: '添加选项',
  removeOption: (n: number) => `删除选项 ${n}`,
  retries: '最多重试',
  retryTimes: '次',
  retryText: '重试话术',
  timeout: '超时',
  minutes: '分钟',
  timeoutHint: '客户一直没有回答时，从出口「超时」继续',

  // 菜单
  menuTitle: '标题',
  menuHint: '抖音显示为问题引导，小红书显示为带编号的文字；客户回复编号或文字都能识别',

  // 条件
  branches: '分支',
  branchesHint: '从上到下，走第一个符合的分支；都不符合走「其它」',
  branchName: (n: number) => `分支 ${n} 名称`,
  newBranch: (n: number) => `分支 ${n}`,
  addBranch: '添加分支',
  removeBranch: (name: string) => `删除分支「${name}」`,

  // AI 回答
  instruction: '指令',
  instructionHint: '说明这一步要回答什么、用什么语气；知识库照常使用',
  maxAnswers: '最多回答',
  answers: '次',
  answersHint: '答满后从出口「下一步」继续，回答按 AI 回复扣积分',

  // 打标签
  addTags: '打上标签',
  removeTags: '去除标签',

  // 改字段
  field: '字段',
  value: '改为',
  valueHint: '留空则清空该字段',

  // 分配
  assign: '分配给',
  assignTo: { familiar: '原客服', listed: '指定客服' },
  assignHints: { familiar: '最近回复过该客户的客服', listed: '其中当前接待最少的客服' },
  agents: '客服',

  // 等待
  wait: '最长等待',
  waitHint: '客户回复时从「客户回复」继续，到时间从「超时」继续',

  // Webhook
  url: '地址',
  urlHint: '仅支持 https 公网地址，请求带签名；5 秒内没有成功时重试，最多 3 次，之后走「失败」',
  mapping: '应答字段',
  mappingHint: '应答为 JSON；变量可在之后的话术中写成 {变量名}，也可写入客户字段',
  mappingPath: (n: number) => `应答字段 ${n}`,
  mappingName: (n: number) => `变量名 ${n}`,
  mappingField: (n: number) => `写入字段 ${n}`,
  noField: '不写入字段',
  pathPlaceholder: '如 data.level',
  namePlaceholder: '变量名',
  addMapping: '添加字段',
  removeMapping: (n: number) => `删除字段 ${n}`,

  // 跳转
  jumpTo: '跳转到',
  jumpHint: '循环中需要有「等待」或「提问」',

  // 转人工, 结束
  handoffText: '转人工话术',
  handoffHint: '可不填；之后按接待方案分配客服',
  endText: '流程到此结束，客户回到接待方案当前时段的接待方式。',

  units: { day: '天', hour: '小时', minute: '分钟' },
  /** Values that the preview of a text fills in. */
  sample: { 客户昵称: '楠楠', 客服名: '小满', 企业名: '云上木作', 账号名: '官方号' },
} as const
