/** Text inside a CSS string, every character beyond letters and digits by its number. */
export function cssString(text: string): string {
  const safe = Array.from(text, (char) =>
    /[A-Za-z0-9 ]/.test(char) ? char : `\\${(char.codePointAt(0) ?? 0xfffd).toString(16)} `,
  );
  return `"${safe.join('')}"`;
}

/**
 * The sheet of a printed answer, A4.
 *
 * @param foot texts at the foot of every page, start and middle; the page's number stands at the end
 */
export function printStyle(foot: { start: string; middle: string }): string {
  const margin = 'font:400 7.5pt Inter,sans-serif;color:#5c6870;vertical-align:top;padding-top:5mm';
  return `
@page{size:A4;margin:16mm 17mm 21mm;
@bottom-left{content:${cssString(foot.start)};${margin}}
@bottom-center{content:${cssString(foot.middle)};${margin}}
@bottom-right{content:counter(page) " / " counter(pages);${margin}}}
*{box-sizing:border-box}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{margin:0;color:#10191d;font:9.5pt/1.45 Inter,"Noto Arabic","Noto Hebrew","Noto Thai","Noto Devanagari",sans-serif;font-variant-numeric:tabular-nums}
header{margin-block-end:7mm}
.kind{margin:0 0 1.5mm;font-size:7.5pt;font-weight:600;letter-spacing:.07em;text-transform:uppercase;color:#0a6a74}
h1{margin:0;font-size:19pt;line-height:1.2;font-weight:600;letter-spacing:-.012em;text-wrap:balance;overflow-wrap:anywhere}
.origin{margin:1.5mm 0 0;font-size:7.5pt;line-height:1.6;color:#5c6870}
.origin strong{font-size:9pt;font-weight:600;color:#36454c}
.head{display:grid;grid-template-columns:repeat(3,1fr);margin:6mm 0 0;border-block-start:1pt solid #10191d}
.head>div{padding:2.2mm 4mm 2.2mm 0;border-block-end:.5pt solid #d3dade;min-width:0}
.head .span3{grid-column:span 3}
.head .span2{grid-column:span 2}
.head dt{font-size:7.5pt;color:#5c6870}
.head dd{margin:0;font-weight:600;overflow-wrap:anywhere}
h2,h3,h4{break-after:avoid;overflow-wrap:anywhere}
h2{margin:7mm 0 1.5mm;font-size:12pt;line-height:1.3;font-weight:600;letter-spacing:-.005em}
h3{margin:4.5mm 0 1mm;font-size:10pt;line-height:1.3;font-weight:600}
h4{margin:3mm 0 .5mm;font-size:9.5pt;font-weight:600;color:#36454c}
section+.fields,table+.fields,.pictures+.fields,.signatures+.fields{margin-block-start:5mm}
section section{margin-block-end:2mm;padding-inline-start:4mm;border-inline-start:1.2pt solid #d9e1e4}
dl{margin:0}
.fields>div{display:grid;grid-template-columns:52mm 1fr;column-gap:5mm;padding:1.7mm 0;border-block-end:.5pt solid #dfe5e8}
.fields>div.short{break-inside:avoid}
.fields>div:first-child{border-block-start:.5pt solid #dfe5e8}
section section .fields>div{grid-template-columns:44mm 1fr}
.fields dt{color:#4b5960;overflow-wrap:anywhere}
.fields dd{margin:0;min-width:0;overflow-wrap:anywhere;white-space:pre-wrap}
dd>bdi:only-child,td>bdi:only-child{display:block;unicode-bidi:plaintext;text-align:start}
td.number>bdi:only-child{text-align:end}
.empty{color:#75828a}
.more{display:block;font-size:8pt;color:#5c6870;font-weight:400}
.more>span+span::before{content:"  ·  "}
.address{color:#36454c;text-decoration:underline;text-decoration-color:#b9c4c9}
table{width:100%;border-collapse:collapse;margin:1mm 0 3mm;font-size:9pt}
table.wide{font-size:8pt}
thead{display:table-header-group}
th{padding:1.4mm 4mm 1.4mm 0;border-block-end:.8pt solid #10191d;font-size:8pt;line-height:1.3;font-weight:600;color:#36454c;text-align:start;vertical-align:bottom;overflow-wrap:anywhere}
td{padding:1.5mm 4mm 1.5mm 0;border-block-end:.5pt solid #dfe5e8;vertical-align:top;overflow-wrap:anywhere;white-space:pre-wrap}
th:last-child,td:last-child{padding-inline-end:0}
tr{break-inside:avoid}
.number{text-align:end}
td .fields>div,td .fields>div:first-child{display:block;padding:0 0 .8mm;border:0}
td .fields dt{font-size:7.5pt}
td img{max-width:32mm;max-height:24mm}
.pictures{display:grid;grid-template-columns:repeat(2,1fr);gap:4mm;margin:2mm 0 4mm}
.pictures.one{grid-template-columns:minmax(0,110mm)}
figure{margin:0;break-inside:avoid;min-width:0}
figure img{display:block;width:100%;max-height:76mm;object-fit:contain;object-position:0 0;border-radius:1.2mm}
.pictures:not(.one) figure img{height:56mm;background:#f1f4f5}
.pictures:not(.one) figure img{object-position:50% 50%}
figcaption{margin-block-start:1.2mm;font-size:8pt;color:#4b5960;overflow-wrap:anywhere}
img{max-width:100%;max-height:80mm}
.signatures{display:grid;grid-template-columns:repeat(2,1fr);gap:6mm 10mm;margin:5mm 0 3mm}
.signature{break-inside:avoid}
.signature .ink{display:flex;align-items:flex-end;justify-content:center;height:24mm;padding:0 3mm 1mm;border-block-end:.8pt solid #10191d}
.signature img,.signature svg{width:100%;height:100%;object-fit:contain;object-position:50% 100%}
.signature figcaption{font-weight:600;color:#10191d}
svg path{fill:none;stroke:#13242b;stroke-width:1.4pt;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
ul{margin:0;padding-inline-start:4mm}
pre{margin:0;padding:2mm;font:7.5pt/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;background:#f1f4f5;border-radius:1mm}
.technical{margin-block-start:9mm;padding-block-start:2mm;border-block-start:.5pt solid #d3dade;font-size:7.5pt;color:#5c6870}
.technical p{margin:0}
`;
}
