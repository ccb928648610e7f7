/** What ties a control to its label, its hint and what is wrong with it. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** What a control of a form that holds text is given. */
export interface ControlProps {
  /** From its `Field`; a second control of the same field has a name of its own. */
  attributes: ControlAttributes | { 'aria-label': string };
  value: string;
  onchange: (value: string) => void;
}
