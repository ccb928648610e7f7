/** What ties a control to its label, its hint and what is wrong with it. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}
