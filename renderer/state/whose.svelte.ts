/** Whose desk is shown: what belongs to one account is never shown or kept for another. */
class Whose {
  /** The account's id; null while none is open. */
  id = $state<string | null>(null);
}

export const whose = new Whose();
