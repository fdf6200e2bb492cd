export const language = () => (document.documentElement.lang.startsWith('en') ? 'en' : 'es');
export const t = (english, spanish) => (language() === 'en' ? english : spanish);
