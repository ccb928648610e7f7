const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters mean nothing on paper; HTML would turn some of them into other text. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text as HTML, safe as content and inside quoted attributes. */
export function escape(text: string): string {
  return text.replace(CONTROLS, '\ufffd').replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}
