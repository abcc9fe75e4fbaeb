/** Whether the service can be reached from elsewhere, as far as its address tells. */

const ALONE = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Whether the page has a name by which a computer reaches itself, and nobody else does. */
export function isAlone() {
  return ALONE.test(location.hostname);
}
