/** Everyday words and word edges that contain a built-in word without meaning it. */
export const EVERYDAY_WORDS: readonly string[] = [
  '最高级别 最先进行 最先进入 最先进场 提高收益 提高回报 宣传销 上传销 传销售 牙根治 根治理',
  '根治疗 参加好友 增加好友 拉人头发 装逼真 妈妈逼 神经病变 放屁股 狗狗东西 小狗东西',
].flatMap((row) => row.split(' '))
