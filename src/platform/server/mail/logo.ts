/**
 * Logo for mail programs: a picture of 80 × 80, because they do not support SVG, with its own background, so that it works on dark, too.
 */
export const logoPicture = {
  cid: 'mark@mail',
  name: 'zeichen.png',
  type: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAFAAAABQCAMAAAC5zwKfAAAAAXNSR0IB2cksfwAAAK5QTFRFAAAAAzMi////+s8zzNbSybAvATIgAzIhATIhATIhADAfADEeAjEgATEhjosqAjMhkKWe7cYxATIgADEhATIhADEdAAAAqp0t8/X0rb23AjEhwc3JAy8gU2Unn7GqUnNn3r0xATEgt8TAuaYucnkpAC0g6e3smZErwqsvABQKeZOK3ePhETwjWmonI0ckP2NWZ4R6PVgmJE4/ET8vWnpvG0Y3ZnIob4uBsaEuG0IjYXuKRQAAADp0Uk5TAP//////9MLX/GcvVOf/jP//zk7cQwT///+b/13/////4P///zv///8M/////////////////////5E/dfAAAAFpSURBVHic7dlnb4MwEAbgO2jZlIaR0oQkzWqS7j3+/x+rQQ1xGRI1F6k0fj/a4pENlpHPANtEnh5qKBAt1L0ICulbroi1i2v1eS8J23FpDGfnOUJTLUYLcs+k8BDN7zHaJONLo9kZaFB57D2mnkXnIVoAm5br5WfcDSSUHmICA1pwADotqMOUFjSAaFFvowGth9hFcKxweS8/sVC5rBqAvKcMy+CaB3u/BY/K4DEPqhKUoAQPE+QTvyCeqIW0AZXzgwOHT6Rg/JB2zsnA2SvrerwoeqLg5YR13KxKnCg4fmbto/LwBMHre9b6+VHFCYEz1ma+9ao9EfAU8W5dw4mCZ7XevwVv6z7JH9hgJShBCXYWjHmw4mg2570mR7Mrzst+n4WM+L1s0QBsmQ6A5EWMKS1ogE8L6tSlKg8iWnAJtHP2ASCgBLO6LuEQ/f0UdcEh8sy8NB4QF8bZrAlKz4a9z8uF1tcfy5z5AiBxLl4wRZomAAAAAElFTkSuQmCC',
    'base64',
  ),
} as const
