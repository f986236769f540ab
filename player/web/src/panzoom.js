// Pan and zoom with mouse, wheel, fingers and keys.

const clamp = (scale) => Math.min(4, Math.max(0.01, scale));

/** Moves and scales a layer inside a frame; calls `moved({x, y, scale})` after changes, at most once a frame. */
export class PanZoom {
  constructor(frame, moved) {
    this.frame = frame;
    this.moved = moved;
    this.place = { x: 0, y: 0, scale: 1 };
    this.pointers = new Map();
    this.hasDragged = false;
    // Reading the size of the frame each time would force the browser to lay out the page.
    this.measure();
    new ResizeObserver(() => {
      this.measure();
      this.set(this.place);
    }).observe(frame);
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      frame.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // The end of a drag is not a click.
    frame.addEventListener("click", (event) => this.hasDragged && event.stopPropagation(), { capture: true });
  }

  measure() {
    this.size = { width: this.frame.clientWidth, height: this.frame.clientHeight };
  }

  set(place) {
    this.place = { ...place, scale: clamp(place.scale) };
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.moved(this.place);
    });
  }

  by(dx, dy) {
    this.set({ ...this.place, x: this.place.x + dx, y: this.place.y + dy });
  }

  zoom(factor, x = this.size.width / 2, y = this.size.height / 2) {
    const scale = clamp(this.place.scale * factor);
    const grown = scale / this.place.scale;
    this.set({ scale, x: x - (x - this.place.x) * grown, y: y - (y - this.place.y) * grown });
  }

  fit({ x0, y0, x1, y1 }) {
    const { width, height } = this.size;
    const margin = 24;
    const scale = Math.min(1, (width - 2 * margin) / (x1 - x0), (height - 2 * margin) / (y1 - y0));
    this.set({ scale, x: width / 2 - (scale * (x0 + x1)) / 2, y: height / 2 - (scale * (y0 + y1)) / 2 });
  }

  reveal(x, y, marginX = 140, marginY = 40) {
    const { width, height } = this.size;
    const at = { x: this.place.x + x * this.place.scale, y: this.place.y + y * this.place.scale };
    const near = (value, size, margin) =>
      Math.min(Math.max(value, Math.min(margin, size / 3)), size - Math.min(margin, size / 3));
    this.by(near(at.x, width, marginX) - at.x, near(at.y, height, marginY) - at.y);
  }

  #spread() {
    const [a, b = a] = [...this.pointers.values()];
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  #at(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (this.pointers.size < 2) this.pointers.set(event.pointerId, this.#at(event));
    this.start = this.#at(event);
    this.hasDragged = false;
  }

  #move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const now = this.#at(event);
    if (!this.hasDragged) {
      if (this.pointers.size < 2 && Math.hypot(now.x - this.start.x, now.y - this.start.y) < 5) return;
      this.hasDragged = true;
      this.frame.setPointerCapture(event.pointerId);
    }
    const old = this.#spread();
    this.pointers.set(event.pointerId, now);
    const wide = this.#spread();
    this.by(wide.x - old.x, wide.y - old.y);
    if (old.distance > 0) this.zoom(wide.distance / old.distance, wide.x, wide.y);
  }

  /** Without Ctrl, the wheel scrolls the page. */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { x, y } = this.#at(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    // A pinch on a trackpad arrives as wheel events with the control key, too, but with small steps.
    const pixels = event.deltaY * lines;
    this.zoom(Math.exp(-pixels * (Math.abs(pixels) < 40 ? 0.01 : 0.0016)), x, y);
  }
}
